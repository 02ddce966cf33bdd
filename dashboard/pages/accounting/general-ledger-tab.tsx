/** Every transfer of a range of days as two lines, filtered, page by page; all of them as CSV. */
import { Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useList } from '../../api/reads.ts';
import { given } from '../../forms/text.rules.ts';
import { TextField } from '../../forms/fields/text-field.tsx';
import { Money } from '../../money/money.tsx';
import { ListTable } from '../../ui/data-table.tsx';
import { CsvButton } from '../../ui/download-button.tsx';
import { FilterChoice } from '../../forms/filters/filter-choice.tsx';
import { useFilter } from '../../forms/filters/filters.ts';
import { LocalDate } from '../../ui/moment.tsx';
import { useWords } from '../../words.ts';
import { ACCOUNT_KINDS } from './account-kinds.ts';
import { csvName, useDays } from './report.tsx';

export function GeneralLedgerTab(): ReactNode {
  const { t, word } = useWords();
  const { from, to, is_given, fields } = useDays();
  const [account_kind, setAccountKind] = useFilter('account_kind');
  const [owner, setOwner] = useFilter('owner');
  const input = { from, to, account_kind: account_kind || undefined, owner: given(owner) };
  const list = useList('accounting.generalLedger', is_given ? input : null);
  const amount = (minor: bigint | number, currency: string) =>
    BigInt(minor) === 0n ? '' : <Money minor={minor} currency={currency} />;
  return (
    <Stack>
      <Group align="flex-end" className="no-print">
        {fields}
        <FilterChoice
          label={t('accounting.account')}
          options={ACCOUNT_KINDS.map((kind) => ({ value: kind, label: word('account_kind', kind) }))}
          value={account_kind}
          onChange={setAccountKind}
        />
        <TextField label={t('accounting.owner')} placeholder="mem_…" value={owner} onChange={setOwner} />
        {is_given && (
          <CsvButton
            operation="accounting.generalLedger"
            input={input}
            fileName={csvName('accounting.generalLedger', input)}
          />
        )}
      </Group>
      <ListTable
        name={t('accounting.general_ledger')}
        list={list}
        rowKey={({ transfer_id, account_id }) => `${transfer_id} ${account_id}`}
        columns={[
          { header: t('statement.date'), cell: ({ date }) => <LocalDate date={date} /> },
          { header: t('accounting.movement'), cell: ({ kind }) => word('kind', kind) },
          { header: t('accounting.account'), cell: (line) => word('account_kind', line.account_kind) },
          { header: t('accounting.memo'), cell: ({ memo, reference }) => memo ?? reference },
          {
            header: t('accounting.debit'),
            isFigure: true,
            cell: ({ debit_minor, currency }) => amount(debit_minor, currency),
          },
          {
            header: t('accounting.credit'),
            isFigure: true,
            cell: ({ credit_minor, currency }) => amount(credit_minor, currency),
          },
        ]}
      />
    </Stack>
  );
}
