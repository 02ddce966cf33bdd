/** The subject of an entry: a link where there is a page for it, the name of a person of the staff, and the id that filters. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useWords } from '../../words.ts';
import './audit-log.css';

/** The page of a thing, by the prefix of its id. */
const PAGES: Record<string, string> = {
  pay: '/payments/',
  cus: '/customers/',
  mem: '/members/',
  loan: '/loans/',
  div: '/dividends/',
  sin: '/interest/',
  rec: '/reconciliation/',
  acc: '/ledger/transfers?account=',
  ent: '/entries/',
  emp: '/employers/',
  imp: '/imports/',
  bat: '/batches/',
  pyo: '/payouts/',
  tls: '/tills/sessions/',
};

export interface SubjectProps {
  id: string;
  /** Of a person of the staff. */
  name?: string | undefined;
}

export function Subject({ id, name }: SubjectProps): ReactNode {
  const [prefix = ''] = id.split('_', 1);
  const page = PAGES[prefix];
  return (
    <span className="audit-subject">
      <Named id={id} kind={prefix} page={page} name={name} />
    </span>
  );
}

interface NamedProps extends SubjectProps {
  /** The prefix of its id. */
  kind: string;
  page: string | undefined;
}

function Named({ id, kind, page, name }: NamedProps): ReactNode {
  const { word } = useWords();
  if (page === undefined && name === undefined) return <span className="below">{id}</span>;
  return (
    <>
      {page === undefined ? name : <Link href={page + id}>{word('audit_subject', kind)}</Link>}{' '}
      <span className="below">{id}</span>
    </>
  );
}
