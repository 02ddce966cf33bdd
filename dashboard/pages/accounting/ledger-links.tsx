/** What a line of the general ledger is about, as links. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { LedgerLine } from '../../generated/wire.ts';
import { pageOfId } from '../../ui/page-of-id.rules.ts';
import { useWords } from '../../words.ts';

/** Whose account it is: the member by name. */
export function OwnerLink({ owner, owner_name }: Pick<LedgerLine, 'owner' | 'owner_name'>): ReactNode {
  const { t } = useWords();
  if (owner === null) return null;
  const page = pageOfId(owner);
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
  const page = pageOfId(reference);
  if (page === null) return memo ?? reference;
  return <Link href={page}>{memo ?? t('accounting.movement')}</Link>;
}
