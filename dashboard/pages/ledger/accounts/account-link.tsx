/** A link to an account of which only the id is known; with its name where it is moved by hand. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useAccountName, useAccountsByHand } from './accounts.ts';

export function AccountLink({ id }: { id: string }): ReactNode {
  const nameOf = useAccountName();
  const account = useAccountsByHand().items.find((each) => each.id === id);
  return <Link href={`/ledger/transfers?account=${id}`}>{account ? nameOf(account) : id}</Link>;
}
