/** What a line of the general ledger is about, as links. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { LedgerLine } from '../../generated/wire.ts';
import { useWords } from '../../words.ts';

/** The pages of what an id names, by its beginning. */
const PAGES: Readonly<Record<string, string>> = {
  mem: '/members/',
  loan: '/loans/',
  cus: '/customers/',
  ent: '/entries/',
  pay: '/payments/',
  pyo: '/payouts/',
  div: '/dividends/',
  sin: '/interest/',
};

const ID = /\b(?<kind>[a-z]+)_[0-9A-Z]{26}\b/;

/** @param text that may hold an id @returns the page of what it names */
export function pageOf(text: string): string | null {
  const match = ID.exec(text);
  const page = PAGES[match?.groups?.['kind'] ?? ''];
  return match && page ? `${page}${match[0]}` : null;
}

/** Whose account it is: the member by name. */
export function OwnerLink({ owner, owner_name }: Pick<LedgerLine, 'owner' | 'owner_name'>): ReactNode {
  const { t } = useWords();
  if (owner === null) return null;
  const page = pageOf(owner);
  if (page === null) return <span className="below">{owner}</span>;
  return (
    <Link href={page} className="below">
      {owner_name ?? (owner.startsWith('loan_') ? t('loans.loan') : owner)}
    </Link>
  );
}

/** The memo, which links to the movement. */
export function ReferenceLink({ memo, reference }: Pick<LedgerLine, 'memo' | 'reference'>): ReactNode {
  const { t } = useWords();
  const page = pageOf(reference);
  if (page === null) return memo ?? reference;
  return <Link href={page}>{memo ?? t('accounting.movement')}</Link>;
}
