/** Payments that were completed in the period and that the statement does not list. */
import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Run } from '../../../generated/wire.ts';
import { Money } from '../../../money/money.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { useWords } from '../../../words.ts';

export function Missing({ run }: { run: Run }): ReactNode {
  const { t } = useWords();
  const missing = run.missing_on_statement ?? [];
  const count = run.missing_on_statement_count ?? missing.length;
  return (
    <Stack gap="xs">
      <DataTable
        currency={run.currency ?? undefined}
        name={t('reconciliation.missing')}
        showName
        rows={missing}
        rowKey={({ payment_id }) => payment_id}
        empty={t('reconciliation.nothing_missing')}
        columns={[
          {
            header: t('reconciliation.payment'),
            cell: ({ payment_id, reference }) => <Link href={`/payments/${payment_id}`}>{reference}</Link>,
          },
          { header: t('reconciliation.completed'), cell: ({ completed_at }) => <Moment at={completed_at} /> },
          {
            header: t('amount.label'),
            isFigure: true,
            cell: ({ amount_minor }) => <Money minor={amount_minor} currency={run.currency ?? ''} />,
          },
        ]}
      />
      {count > missing.length && (
        <Text size="sm" c="dimmed">
          {t('reconciliation.missing_shown', { shown: missing.length, count })}
        </Text>
      )}
    </Stack>
  );
}
