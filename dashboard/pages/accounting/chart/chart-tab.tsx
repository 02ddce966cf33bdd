/** The chart of accounts with what the accounts hold now. Managers define accounts, and change codes and names. */
import { Button, Stack } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useCooperative, useIsManager } from '../../../api/me.ts';
import { useRead } from '../../../api/reads.ts';
import type { ChartAccount } from '../../../generated/wire.ts';
import { moneyColumn } from '../../../money/money-column.tsx';
import { DataTable, Loading } from '../../../ui/data-table.tsx';
import { ErrorAlert } from '../../../ui/faults/error-alert.tsx';
import { Explained } from '../../../ui/page/explained.tsx';
import { useWords } from '../../../words.ts';
import { AccountDialog } from './account-dialog.tsx';

export function ChartTab(): ReactNode {
  const { t, word } = useWords();
  const may_change = useIsManager() && useCooperative() !== null;
  const { data, error } = useRead('accounting.chart.get', {});
  /** `new`, or the account to change. */
  const [opened, setOpened] = useState<'new' | ChartAccount | null>(null);
  return (
    <Stack>
      <Explained text={t('accounting.chart_explained')}>
        {may_change && <Button onClick={() => setOpened('new')}>{t('accounting.new_account')}</Button>}
      </Explained>
      {error && <ErrorAlert error={error} />}
      {!data && !error && <Loading />}
      {data && (
        <DataTable<ChartAccount>
          name={t('accounting.chart')}
          rows={data.accounts}
          rowKey={({ code, currency }) => `${code} ${currency}`}
          columns={[
            { header: t('accounting.code'), cell: ({ code }) => code },
            {
              header: t('accounting.account'),
              cell: ({ name, active }) => (
                <span>
                  {name}
                  {!active && <span className="aside"> {t('accounting.inactive')}</span>}
                </span>
              ),
            },
            { header: t('accounting.kind'), cell: ({ kind }) => word('account_kind', kind) },
            moneyColumn(t('accounting.balance'), 'balance_minor'),
            ...(may_change
              ? [
                  {
                    header: t('accounting.change'),
                    cell: (account: ChartAccount) => (
                      <Button
                        size="compact-sm"
                        variant="default"
                        aria-label={`${t('accounting.change')} ${account.code} ${account.name}`}
                        onClick={() => setOpened(account)}
                      >
                        {t('accounting.change')}
                      </Button>
                    ),
                  },
                ]
              : []),
          ]}
        />
      )}
      {opened && <AccountDialog account={opened === 'new' ? null : opened} onClose={() => setOpened(null)} />}
    </Stack>
  );
}
