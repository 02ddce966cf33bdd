/** A line of a statement, and what it names in our books, with the differences in words. */
import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Line } from '../../../generated/wire.ts';
import { formatMoney } from '../../../money/money.rules.ts';
import { Money } from '../../../money/money.tsx';
import { LocalDate } from '../../../ui/moment.tsx';
import { useWords } from '../../../words.ts';
import { signed } from '../line-columns.tsx';
import { differencesOf, type Difference } from './differences.rules.ts';

/** What the statement says. */
export function Theirs({ line }: { line: Line }): ReactNode {
  const { word } = useWords();
  const { kind, amount_minor, currency, date, reference, provider_txn_id, description } = line;
  const name = reference ?? provider_txn_id ?? description ?? '–';
  const others = [provider_txn_id, description].filter((each) => each !== null && each !== name);
  return (
    <div className="side">
      <Head name={name} minor={signed(kind, amount_minor)} currency={currency} />
      <Text size="xs" c="dimmed" component="div">
        {date !== null && <LocalDate date={date} />} {word('kind', kind)}
      </Text>
      {others.map((each) => (
        <Text key={each} size="xs" c="dimmed">
          {each}
        </Text>
      ))}
    </div>
  );
}

/** What our books have of it. */
export function Ours({ line }: { line: Line }): ReactNode {
  const { t, word, status } = useWords();
  const { ours } = line;
  if (ours == null)
    return (
      <Text size="sm" c="dimmed" className="side">
        {t('reconciliation.nothing_of_ours')}
      </Text>
    );
  const { type, amount_minor, currency, date, name } = ours;
  return (
    <div className="side">
      <Head
        name={<Link href={pageOf(line, ours)}>{ours.reference ?? word('kind', type)}</Link>}
        minor={signed(type, amount_minor)}
        currency={currency}
      />
      <Text size="xs" c="dimmed" component="div">
        <LocalDate date={date} /> {word('kind', type)} · {status(ours.status)}
      </Text>
      {name !== null && (
        <Text size="xs" c="dimmed">
          {name}
        </Text>
      )}
      {differencesOf(line).map((difference) => (
        <Differs key={difference.of} difference={difference} line={line} />
      ))}
    </div>
  );
}

function Head(props: { name: ReactNode; minor: number; currency: string }): ReactNode {
  const { name, minor, currency } = props;
  return (
    <Group justify="space-between" gap="xs" align="baseline">
      <Text span fw={500}>
        {name}
      </Text>
      <Money minor={minor} currency={currency} />
    </Group>
  );
}

/** Refunds are shown on the page of their payment. */
function pageOf({ payment_id }: Line, { type, id }: NonNullable<Line['ours']>): string {
  return type === 'payout' ? `/payouts/${id}` : `/payments/${payment_id ?? id}`;
}

function Differs({ difference, line }: { difference: Difference; line: Line }): ReactNode {
  const { t } = useWords();
  const { currency, ours } = line;
  const text = (): string => {
    if (difference.of === 'currency')
      return t('reconciliation.other_currency', { theirs: currency, ours: ours?.currency });
    if (difference.of === 'provider_id')
      return t('reconciliation.other_provider_id', { id: ours?.provider_txn_id });
    if (difference.of === 'amount') {
      const { by_minor } = difference;
      const amount = formatMoney(Math.abs(by_minor), currency);
      return by_minor > 0
        ? t('reconciliation.more_than_ours', { amount })
        : t('reconciliation.less_than_ours', { amount });
    }
    const { by_days } = difference;
    return by_days > 0
      ? t('reconciliation.later_than_ours', { count: by_days })
      : t('reconciliation.earlier_than_ours', { count: -by_days });
  };
  return (
    <Text size="xs" fw={600} className="differs">
      {text()}
    </Text>
  );
}
