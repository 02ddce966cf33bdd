/** The subject of an entry: a link where there is a page for it. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';

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
};

export function Subject({ id }: { id: string }): ReactNode {
  const [prefix = ''] = id.split('_', 1);
  const page = PAGES[prefix];
  return page === undefined ? id : <Link href={page + id}>{id}</Link>;
}
