/** What managers and checkers see first: the cooperative's figures with their year, the largest arrears, collections, the books. */
import { Group, SimpleGrid, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Home } from '../../../generated/wire.ts';
import { formatBps, formatMinor, formatMoney } from '../../../money/money.rules.ts';
import { Money } from '../../../money/money.tsx';
import { moneyColumn } from '../../../money/money-column.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { FigureCard } from '../../../ui/figure-card.tsx';
import { LocalDate } from '../../../ui/moment.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { Sparkline } from '../../../ui/sparkline.tsx';
import { useWords } from '../../../words.ts';
import { figuresOfMonths, signed, type Figure } from './months.rules.ts';

type Cooperative = NonNullable<Home['cooperative']>;

interface Part {
  cooperative: Cooperative;
  currency: string;
}

export function ManagerHome({ home }: { home: Home }): ReactNode {
  const { cooperative, currency, approvals } = home;
  if (!cooperative) return null;
  return (
    <Stack gap="lg">
      <MonthFigures cooperative={cooperative} currency={currency} />
      <div className="home-columns">
        {approvals.waiting > 0 && <WaitingByAge ages={approvals.ages} />}
        <Books cooperative={cooperative} currency={currency} />
      </div>
      <LargestArrears cooperative={cooperative} currency={currency} />
      <Collections cooperative={cooperative} currency={currency} />
    </Stack>
  );
}

/** Each as it is now, with its year and its change since the last month ended. */
function MonthFigures({ cooperative, currency }: Part): ReactNode {
  const { t } = useWords();
  const { savings, loans, par30, cash_and_banks } = figuresOfMonths(cooperative.months);
  const amount = (minor: bigint): string => formatMoney(minor, currency);
  // From 10% to 12% is more by 2 points, not by 2%.
  const points = (bps: bigint): string => t('home.points', { points: signed(bps, formatMinor) });
  const card = (label: string, href: string, figure: Figure): ReactNode => (
    <MonthFigure label={label} href={href} figure={figure} textOf={amount}>
      <Money minor={figure.now} currency={currency} />
    </MonthFigure>
  );
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
      {card(t('home.savings'), '/members', savings)}
      {card(t('home.loans'), '/portfolio', loans)}
      <MonthFigure label="PAR30" href="/portfolio" figure={par30} textOf={formatBps} ofChange={points}>
        <data value={String(par30.now)}>{formatBps(par30.now)}</data>
      </MonthFigure>
      {card(t('treasury.cash_and_banks'), '/treasury', cash_and_banks)}
    </SimpleGrid>
  );
}

interface MonthFigureProps {
  label: string;
  href: string;
  figure: Figure;
  textOf: (value: bigint) => string;
  /** With its sign, where a change is said in another way. */
  ofChange?: (change: bigint) => string;
  children: ReactNode;
}

function MonthFigure({ label, href, figure, textOf, ofChange, children }: MonthFigureProps): ReactNode {
  const { t } = useWords();
  const { now, change, values } = figure;
  const line = t('home.year', { label, from: textOf(values[0] ?? 0n), to: textOf(now) });
  return (
    <FigureCard
      label={label}
      href={href}
      hint={
        <>
          {t('home.since_last_month', { change: ofChange?.(change) ?? signed(change, textOf) })}
          <Sparkline values={values} label={line} />
        </>
      }
    >
      {children}
    </FigureCard>
  );
}

type Age = Home['approvals']['ages'][number];

function WaitingByAge({ ages }: { ages: readonly Age[] }): ReactNode {
  const { t } = useWords();
  const since = (i: number): string => {
    const { from_days } = ages[i] as Age;
    const next = ages[i + 1];
    if (!next) return t('home.days_or_more', { days: from_days });
    if (next.from_days === 1) return t('home.less_than_a_day');
    return t('home.days', { from: from_days, to: next.from_days - 1 });
  };
  return (
    <Section title={t('home.approvals')}>
      <DataTable
        name={t('home.approvals')}
        rows={ages.map((age, i) => ({ ...age, since: since(i) }))}
        rowKey={({ from_days }) => String(from_days)}
        columns={[
          { header: t('home.waiting_since'), cell: (age) => <Link href="/approvals">{age.since}</Link> },
          { header: t('home.requests'), isFigure: true, cell: ({ waiting }) => waiting },
        ]}
      />
    </Section>
  );
}

function Books({ cooperative: { books }, currency }: Part): ReactNode {
  const { t } = useWords();
  return (
    <Section title={t('home.books')}>
      <Facts
        facts={[
          [
            t('accounting.trial_balance'),
            <Link key="trial" href="/accounting/trial-balance">
              {books.balanced ? (
                t('home.even')
              ) : (
                <span className="needs-attention">{t('home.not_even')}</span>
              )}
            </Link>,
          ],
          [
            t('home.closed_until'),
            books.closed_until === null ? t('home.nothing_closed') : <LocalDate date={books.closed_until} />,
          ],
          [
            t('home.unreconciled'),
            <Link key="lines" href="/reconciliation">
              {books.unreconciled_lines}
            </Link>,
          ],
          [
            t('home.unallocated'),
            <Link key="money" href="/unallocated">
              <Money minor={books.unallocated_minor} currency={currency} />
            </Link>,
          ],
        ]}
      />
    </Section>
  );
}

function LargestArrears({ cooperative: { largest_arrears }, currency }: Part): ReactNode {
  const { t } = useWords();
  return (
    <Section title={t('home.arrears')} actions={<Link href="/reports/arrears">{t('home.all_arrears')}</Link>}>
      <DataTable
        currency={currency}
        opensRows
        name={t('home.arrears')}
        rows={largest_arrears}
        rowKey={({ loan_id }) => loan_id}
        empty={t('home.no_arrears')}
        columns={[
          {
            header: t('home.member'),
            cell: ({ loan_id, member }) => (
              <Link href={`/loans/${loan_id}`}>
                {member.full_name} <span className="aside">{member.member_no}</span>
              </Link>
            ),
          },
          { header: t('home.days_past_due'), isFigure: true, cell: (loan) => loan.days_past_due },
          moneyColumn(t('reports.overdue'), 'overdue_minor', currency),
          moneyColumn(t('portfolio.principal_outstanding'), 'outstanding_minor', currency),
        ]}
      />
    </Section>
  );
}

/** A bar shows the share; the figures beside it say it. */
function Collections({ cooperative: { collections }, currency }: Part): ReactNode {
  const { t } = useWords();
  const shareOf = (due: number, collected: number): number | null =>
    due === 0 ? null : Math.round((collected * 100) / due);
  return (
    <Section title={t('home.collections')}>
      <Text size="sm" c="dimmed">
        {t('home.collections_mean')}
      </Text>
      <DataTable
        currency={currency}
        name={t('home.collections')}
        rows={collections.toReversed()}
        rowKey={({ week_start }) => week_start}
        columns={[
          { header: t('home.week_of'), cell: ({ week_start }) => <LocalDate date={week_start} /> },
          moneyColumn(t('home.due'), 'due_minor', currency),
          moneyColumn(t('home.collected'), 'collected_minor', currency),
          {
            header: t('home.share'),
            isFigure: true,
            cell: ({ due_minor, collected_minor }) => {
              const share = shareOf(Number(due_minor), Number(collected_minor));
              if (share === null) return '–';
              return (
                <Group gap="xs" justify="flex-end" wrap="nowrap">
                  <span className="share-bar" aria-hidden="true">
                    <span style={{ width: `${Math.min(share, 100)}%` }} />
                  </span>
                  <span>{share}%</span>
                </Group>
              );
            },
          },
        ]}
      />
    </Section>
  );
}
