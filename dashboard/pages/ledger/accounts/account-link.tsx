/** An account where only its id is known: by its name if it is one of those that are moved by hand, and a way to it. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useAccountName, useAccountsByHand } from './accounts.ts';

export function AccountLink({ id }: { id: string }): ReactNode {
  const nameOf = useAccountName();
  const account = useAccountsByHand().items.find((each) => each.id === id);
  return <Link href={`/ledger/transfers?account=${id}`}>{account ? nameOf(account) : id}</Link>;
}
