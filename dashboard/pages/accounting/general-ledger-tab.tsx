/** Every transfer of a range of days as two lines, filtered, page by page; all of them as CSV. */
import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useUtcOffset } from '../../api/me.ts';
import { useList, useRead } from '../../api/reads.ts';
import { given } from '../../forms/text.rules.ts';
import type { LedgerLine } from '../../generated/wire.ts';
import { Money } from '../../money/money.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { FilterChoice } from '../../forms/filters/filter-choice.tsx';
import { useFilter } from '../../forms/filters/filters.ts';
import { LocalDate } from '../../ui/moment.tsx';
import { PaperHead } from '../../ui/page/paper-parts.tsx';
import { usePaper } from '../../ui/page/paper.ts';
import { useWords } from '../../words.ts';
import { ACCOUNT_KINDS } from './account-kinds.ts';
import { MemberChoice } from '../loans/member-choice.tsx';
import { memberName } from '../loans/words.ts';
import { runningBalances } from './balances.rules.ts';
import { OwnerLink, ReferenceLink } from './ledger-links.tsx';
import { useDays } from './report.tsx';
import { SidedMoney } from './sided-money.tsx';

export function GeneralLedgerTab(): ReactNode {
  const { t, word } = useWords();
  usePaper('a4');
  const { from, to, is_given, fields } = useDays();
  const [account_kind, setAccountKind] = useFilter('account_kind');
  const [owner, setOwner] = useFilter('owner');
  // Links lead to one account, and to movements of a kind.
  const [account_id, setAccountId] = useFilter('account_id');
  const [kind, setKind] = useFilter('kind');
  const accounts = useRead('accounting.chart.get', account_id === '' ? null : {}).data?.accounts ?? [];
  const account = accounts.find(({ id }) => id === account_id);
  const input = {
    from,
    to,
    account_kind: account_kind || undefined,
    owner: given(owner),
    account_id: given(account_id),
    kind: kind || undefined,
  };
  const list = useList('accounting.generalLedger', is_given ? input : null);
  const balances = useRunningBalances(list.items, from);
  const amount = (minor: bigint | number, currency: string) =>
    BigInt(minor) === 0n ? '' : <Money minor={minor} currency={currency} />;
  return (
    <Stack>
      <PaperHead title={t('accounting.general_ledger')}>
        {from} – {to}
      </PaperHead>
      <Group align="flex-end" className="no-print">
        {fields}
        <FilterChoice
          label={t('accounting.account')}
          options={ACCOUNT_KINDS.map((kind) => ({ value: kind, label: word('account_kind', kind) }))}
          value={account_kind}
          onChange={setAccountKind}
        />
        <OwnerChoice owner={owner} onChange={setOwner} />
        {kind !== '' && (
          <Button variant="light" onClick={() => setKind('')}>
            {t('accounting.only_kind', { kind: word('kind', kind) })}
          </Button>
        )}
        {account_id !== '' && (
          <Button variant="light" onClick={() => setAccountId('')}>
            {t('accounting.only_account', {
              account: account ? `${account.code} ${account.name}` : account_id,
            })}
          </Button>
        )}
        <Button variant="default" onClick={() => window.print()}>
          {t('receipt.print_now')}
        </Button>
      </Group>
      <ListTable
        isMain
        name={t('accounting.general_ledger')}
        list={list}
        rowKey={({ transfer_id, account_id }) => `${transfer_id} ${account_id}`}
        columns={[
          { header: t('statement.date'), cell: ({ date }) => <LocalDate date={date} /> },
          { header: t('accounting.movement'), cell: ({ kind }) => word('kind', kind) },
          {
            header: t('accounting.account'),
            cell: (line) => (
              <span>
                {word('account_kind', line.account_kind)}
                <OwnerLink {...line} />
              </span>
            ),
          },
          { header: t('accounting.memo'), cell: (line) => <ReferenceLink {...line} /> },
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
          ...(balances
            ? [
                {
                  header: t('accounting.running_balance'),
                  isFigure: true,
                  cell: (line: LedgerLine) => (
                    <SidedMoney minor={balances.get(line)} currency={line.currency} />
                  ),
                },
              ]
            : []),
        ]}
      />
    </Stack>
  );
}

/** A member, found by name, number or phone; another owner that the address names stays. */
function OwnerChoice({ owner, onChange }: { owner: string; onChange: (owner: string) => void }): ReactNode {
  const { t } = useWords();
  const is_member = owner.startsWith('mem_');
  const { data: member } = useRead('sacco.members.get', is_member ? { member: owner } : null);
  const label = member ? memberName(member) : owner;
  return (
    <MemberChoice
      label={t('members.one')}
      value={owner === '' ? null : { id: owner, label }}
      onChange={(chosen) => onChange(chosen?.id ?? '')}
    />
  );
}

/** After each line, where all of them are of one account: debits less credits. Undefined where they are of several. */
function useRunningBalances(
  lines: readonly LedgerLine[],
  from: string,
): { get: (line: LedgerLine) => bigint } | undefined {
  const utc_offset_minutes = useUtcOffset();
  const accounts = new Set(lines.map(({ account_id }) => account_id));
  const [account] = accounts;
  const begins_ms = Date.parse(`${from}T00:00:00Z`) - utc_offset_minutes * 60_000;
  const is_one = accounts.size === 1 && !Number.isNaN(begins_ms);
  const { data: held } = useRead(
    'ledger.accounts.balance',
    account !== undefined && is_one ? { account, at: new Date(begins_ms - 1).toISOString() } : null,
  );
  if (!held || !is_one) return undefined;
  const opening = BigInt(held.debits_posted_minor) - BigInt(held.credits_posted_minor);
  const balances = runningBalances(opening, lines);
  return { get: (line) => balances[lines.indexOf(line)] ?? opening };
}
