/** What a dividend would come to, calculated by the API while the form is filled in; nothing is stored. */
import { Alert, Paper, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { InputOf } from '../../api/operations.ts';
import { usePreview } from '../../api/preview.ts';
import { formatMoney } from '../../money/money.rules.ts';
import { Money } from '../../money/money.tsx';
import { ErrorAlert } from '../../ui/faults/error-alert.tsx';
import { Facts } from '../../ui/facts.tsx';
import { useWords } from '../../words.ts';

export interface DividendPreviewProps {
  /** Null while too little is filled in. */
  input: InputOf<'sacco.dividends.declare'> | null;
}

export function DividendPreview({ input }: DividendPreviewProps): ReactNode {
  const { t } = useWords();
  const { data, error, is_current } = usePreview('sacco.dividends.declare', input);
  if (input === null)
    return (
      <Text size="sm" c="dimmed">
        {t('dividends.preview_hint')}
      </Text>
    );
  if (error) return <ErrorAlert error={error} />;
  if (!data) return null;
  const { currency } = data;
  const money = (minor: number | bigint): ReactNode => <Money minor={minor} currency={currency} />;
  const is_short = BigInt(data.left_minor) < 0n;
  return (
    <Stack gap="xs" role="status" aria-busy={!is_current} className={is_current ? undefined : 'outdated'}>
      <Paper withBorder p="md" className="panel">
        <Facts
          facts={[
            [t('nav.members'), data.members],
            [t('dividends.total'), money(data.total_minor)],
            [t('interest.tax'), BigInt(data.tax_minor) > 0n ? money(data.tax_minor) : undefined],
            [t('interest.net'), money(data.net_minor)],
            [t('dividends.available'), money(data.available_minor)],
            [t('dividends.left'), is_short ? undefined : money(data.left_minor)],
          ]}
        />
      </Paper>
      {is_short && (
        <Alert color="red" variant="light">
          {t('dividends.income_short', { amount: formatMoney(-BigInt(data.left_minor), currency) })}
        </Alert>
      )}
    </Stack>
  );
}
