/** The cash in the tills, the banks and the income; cash counts, bankings and expenses, on which a second person decides. */
import { Button, Group, SimpleGrid } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { useList, useRead } from '../../api/reads.ts';
import type { Entry, Treasury as TreasuryFigures } from '../../generated/wire.ts';
import { formatMoney } from '../../money/money.rules.ts';
import { Money } from '../../money/money.tsx';
import { moneyColumn } from '../../money/money-column.tsx';
import { MovementDialog } from '../../movement/movement-dialog.tsx';
import { Loading } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { ErrorAlert } from '../../ui/faults/error-alert.tsx';
import { FigureCard } from '../../ui/figure-card.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Page } from '../../ui/page/page.tsx';
import { Section } from '../../ui/page/section.tsx';
import { Status } from '../../ui/status.tsx';
import { raised, useWords } from '../../words.ts';
import { CashParts } from './cash-parts.tsx';
import { CountCashDialog } from './count-cash-dialog.tsx';
import { BankingDialog } from './banking-dialog.tsx';
import { ExpenseDialog } from './expense-dialog.tsx';

type Direction = 'in' | 'out';

const COUNTS_PER_PAGE = 20;

export function Treasury(): ReactNode {
  const { t } = useWords();
  const { data: figures, error } = useRead('sacco.treasury', {});
  const [direction, setDirection] = useState<Direction | null>(null);
  const [is_spending, setSpending] = useState(false);
  const [is_counting, setCounting] = useState(false);
  const [is_banking, setBanking] = useState(false);
  return (
    <Page
      title={t('nav.treasury')}
      actions={
        figures && (
          <>
            <Button onClick={() => setCounting(true)}>{t('treasury.count_cash')}</Button>
            <Button variant="default" onClick={() => setDirection('in')}>
              {t('movement.count_in')}
            </Button>
            <Button variant="default" onClick={() => setDirection('out')}>
              {t('movement.count_out')}
            </Button>
            <Button variant="default" onClick={() => setBanking(true)}>
              {t('movement.banking')}
            </Button>
            <Button variant="default" onClick={() => setSpending(true)}>
              {t('movement.expense')}
            </Button>
          </>
        )
      }
    >
      {error && <ErrorAlert error={error} />}
      {!figures && !error && <Loading />}
      {figures && (
        <>
          <Figures figures={figures} />
          <Elsewhere />
          <CashParts
            parts={figures.cash_on_hand_parts ?? []}
            currency={figures.currency}
            columns={[moneyColumn(t('treasury.cash_on_hand'), 'balance_minor', figures.currency)]}
          />
          <CashCounts />
          <Bankings />
          <Expenses />
          {is_counting && <CountCashDialog treasury={figures} onClose={() => setCounting(false)} />}
          {is_banking && <BankingDialog currency={figures.currency} onClose={() => setBanking(false)} />}
          {is_spending && <ExpenseDialog currency={figures.currency} onClose={() => setSpending(false)} />}
          {direction && (
            <MovementDialog
              movement={direction === 'in' ? 'cash_in' : 'cash_out'}
              input={{ direction }}
              currency={figures.currency}
              onClose={() => setDirection(null)}
            />
          )}
        </>
      )}
    </Page>
  );
}

function Figures({ figures }: { figures: TreasuryFigures }): ReactNode {
  const { t } = useWords();
  const { currency, providers_minor, providers_available_minor } = figures;
  const available = formatMoney(providers_available_minor, currency);
  const cards: [label: string, minor: number | bigint, hint?: string][] = [
    [t('treasury.cash_on_hand'), figures.cash_on_hand_minor],
    [t('treasury.banks'), figures.banks_minor],
    [t('treasury.cash_and_banks'), figures.cash_and_banks_minor],
    [
      t('treasury.providers'),
      providers_minor,
      providers_available_minor === providers_minor ? '' : t('effect.available', { amount: available }),
    ],
    [t('treasury.fees_earned'), figures.fee_income_minor],
    [t('treasury.interest_earned'), figures.interest_income_minor],
  ];
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }}>
      {cards.map(([label, minor, hint]) => (
        <FigureCard key={label} label={label} hint={hint || undefined}>
          <Money minor={minor} currency={currency} />
        </FigureCard>
      ))}
    </SimpleGrid>
  );
}

/** The pages about money that is taken in by others, and about the tills. */
function Elsewhere(): ReactNode {
  const { t } = useWords();
  return (
    <Group gap="md">
      <Link href="/tills">{t('nav.tills')}</Link>
      <Link href="/unallocated">{t('unallocated.title')}</Link>
      <Link href="/batches">{t('batches.title')}</Link>
      <Link href="/employers">{t('employers.title')}</Link>
      <Link href="/imports">{t('imports.title')}</Link>
    </Group>
  );
}

/** What was counted in and out, newest first. */
function CashCounts(): ReactNode {
  const { t } = useWords();
  const list = useList('sacco.entries.list', { kind: 'cash_adjustment', limit: COUNTS_PER_PAGE });
  return (
    <ListTable
      name={t('treasury.counts')}
      showName
      list={list}
      empty={<Empty what="empty.counts" />}
      rowKey={({ id }) => id}
      columns={[
        { header: t('treasury.when'), cell: ({ created_at }) => <Moment at={created_at} /> },
        {
          header: t('treasury.direction'),
          cell: ({ direction }) => (direction === 'in' ? t('treasury.in') : t('treasury.out')),
        },
        moneyColumn(t('amount.label'), 'amount_minor'),
        { header: t('movement.memo'), cell: ({ memo }) => memo ?? '–' },
        { header: t('treasury.counted_by'), cell: ({ requested_by }) => requested_by.name },
        { header: t('treasury.status'), cell: (entry) => <FollowedStatus entry={entry} /> },
      ]}
    />
  );
}

/** What was banked, newest first. */
function Bankings(): ReactNode {
  const { t, word } = useWords();
  const list = useList('sacco.entries.list', { kind: 'banking', limit: COUNTS_PER_PAGE });
  return (
    <Section
      title={t('treasury.bankings')}
      actions={<Link href="/accounting/chart">{t('accounting.chart')}</Link>}
    >
      <ListTable
        name={t('treasury.bankings')}
        list={list}
        empty={<Empty what="empty.bankings" />}
        rowKey={({ id }) => id}
        columns={[
          { header: t('treasury.when'), cell: ({ created_at }) => <Moment at={created_at} /> },
          {
            header: t('treasury.direction'),
            cell: ({ direction }) => (direction ? raised(word('entry', direction)) : '–'),
          },
          {
            header: t('movement.bank_account'),
            cell: ({ account }) => (account ? `${account.code} ${account.name}` : '–'),
          },
          moneyColumn(t('amount.label'), 'amount_minor'),
          { header: t('movement.reference'), cell: ({ reference }) => reference ?? '–' },
          { header: t('treasury.requested_by'), cell: ({ requested_by }) => requested_by.name },
          { header: t('treasury.status'), cell: (entry) => <FollowedStatus entry={entry} /> },
        ]}
      />
    </Section>
  );
}

/** What was spent, newest first. */
function Expenses(): ReactNode {
  const { t } = useWords();
  const list = useList('sacco.entries.list', { kind: 'expense', limit: COUNTS_PER_PAGE });
  return (
    <Section
      title={t('treasury.expenses')}
      actions={<Link href="/reports/expenses">{t('treasury.by_category')}</Link>}
    >
      <ListTable
        name={t('treasury.expenses')}
        list={list}
        empty={<Empty what="empty.spent" />}
        rowKey={({ id }) => id}
        columns={[
          { header: t('treasury.when'), cell: ({ created_at }) => <Moment at={created_at} /> },
          { header: t('treasury.category'), cell: ({ category }) => category },
          moneyColumn(t('amount.label'), 'amount_minor'),
          { header: t('movement.memo'), cell: ({ memo }) => memo ?? '–' },
          { header: t('treasury.requested_by'), cell: ({ requested_by }) => requested_by.name },
          { header: t('treasury.status'), cell: (entry) => <FollowedStatus entry={entry} /> },
        ]}
      />
    </Section>
  );
}

/** The status, with a link to the movement. */
function FollowedStatus({ entry }: { entry: Entry }): ReactNode {
  const { t } = useWords();
  return (
    <>
      <Status status={entry.status} ofEntry />{' '}
      <Link href={`/entries/${entry.id}`}>
        {entry.reversed_by_entry_id === null ? t('treasury.open') : t('entry.reversed')}
      </Link>
    </>
  );
}
