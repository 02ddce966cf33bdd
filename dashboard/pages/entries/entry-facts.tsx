/** The facts of a movement. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useProviders } from '../../api/providers.ts';
import type { Entry } from '../../generated/wire.ts';
import { Money } from '../../money/money.tsx';
import { fromSavings } from '../../movement/entry-columns.tsx';
import { Facts, type Fact } from '../../ui/facts.tsx';
import { Moment } from '../../ui/moment.tsx';
import { useWords } from '../../words.ts';

export function EntryFacts({ entry }: { entry: Entry }): ReactNode {
  const { t, word, reason } = useWords();
  const providers = useProviders();
  const { member, currency, balances_after, source, direction } = entry;
  const money = (minor: number | bigint): ReactNode => <Money minor={minor} currency={currency} />;
  const kind = [
    word('kind', entry.kind),
    fromSavings(entry) && t('entry.from_savings'),
    source === 'payment' && t('entry.by_payment'),
    source === 'mobile' && t('entry.to_phone'),
    source === 'bank' && direction === null && t('entry.by_bank'),
    source === 'unallocated' && t('unallocated.from'),
    direction && word('entry', direction),
  ].filter((part) => typeof part === 'string');
  const facts: Fact[] = [
    [t('entry.amount'), money(entry.amount_minor)],
    [t('entry.kind'), kind.join(' ')],
    [
      t('entry.member'),
      member ? (
        <Link href={`/members/${member.id}`}>
          {member.full_name} · {member.member_no}
        </Link>
      ) : undefined,
    ],
    [
      t('movement_page.loan'),
      entry.loan_id === null ? undefined : (
        <Link href={`/loans/${entry.loan_id}`}>{t('guarantees.open_loan')}</Link>
      ),
    ],
    [
      t('tills.session'),
      entry.session === null ? undefined : (
        <Link href={`/tills/sessions/${entry.session}`}>{t('tills.see_session')}</Link>
      ),
    ],
    [t('movement_page.category'), entry.category ?? undefined],
    [t('movement.bank_account'), entry.account ? `${entry.account.code} ${entry.account.name}` : undefined],
    [t('movement_page.reference'), entry.reference ?? undefined],
    [t('movement.provider'), providers?.find(({ name }) => name === entry.provider)?.title],
    [t('movement_page.phone'), entry.phone ?? undefined],
    [t('movement.memo'), entry.memo ?? undefined],
    [
      t('movement_page.why_failed'),
      entry.error === null ? undefined : reason(entry.error, entry.reason ?? ''),
    ],
    [t('movement_page.failure_code'), entry.failure_code ?? undefined],
    [t('entry.by'), entry.requested_by.name],
    [t('movement_page.requested_at'), <Moment key="requested" at={entry.created_at} />],
    [
      t('movement_page.posted_at'),
      entry.posted_at === null ? undefined : <Moment key="posted" at={entry.posted_at} />,
    ],
    [t('receipt.savings_after'), balances_after ? money(balances_after.savings_minor) : undefined],
    [t('receipt.shares_after'), balances_after ? money(balances_after.shares_minor) : undefined],
    [
      t('movement_page.reverses'),
      entry.reverses_entry_id === null ? undefined : (
        <Link href={`/entries/${entry.reverses_entry_id}`}>{t('movement_page.original')}</Link>
      ),
    ],
    [
      t('movement_page.reversed_at'),
      entry.reversed_at === null ? undefined : <Moment key="reversed" at={entry.reversed_at} />,
    ],
    [t('movement_page.id'), <code key="id">{entry.id}</code>],
  ];
  return <Facts facts={facts} />;
}
