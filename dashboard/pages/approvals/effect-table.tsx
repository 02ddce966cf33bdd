/** What approving a request would do to balances and other values, and why it would fail. */
import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useCooperative } from '../../api/me.ts';
import type { ApprovalEffect, Currency } from '../../generated/wire.ts';
import { formatMoney } from '../../money/money.rules.ts';
import { Money, SignedMoney } from '../../money/money.tsx';
import { moneyColumn } from '../../money/money-column.tsx';
import { zoneName } from '../../forms/fields/zones.rules.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { useWords } from '../../words.ts';
import { changeOf, EffectSentences } from './effect-sentences.tsx';
import { EffectWarnings, type EffectProps } from './effect-warnings.tsx';

type AccountEffect = ApprovalEffect['accounts'][number];
type Change = ApprovalEffect['changes'][number];

export function EffectTable({ effect, currency }: EffectProps): ReactNode {
  // An import has no amount of its own; what it moves is the cooperative's.
  const of_cooperative = useCooperative()?.currency ?? null;
  return (
    <Stack gap="xs">
      {effect.changes.length > 0 ? (
        <ChangeTable changes={effect.changes} currency={currency} />
      ) : (
        <>
          <EffectSentences accounts={effect.accounts} currency={currency ?? of_cooperative} />
          <AccountTable accounts={effect.accounts} currency={currency ?? of_cooperative} />
        </>
      )}
      <EffectWarnings effect={effect} currency={currency} />
    </Stack>
  );
}

interface AccountTableProps {
  accounts: AccountEffect[];
  currency: Currency | null;
}

function AccountTable({ accounts, currency }: AccountTableProps): ReactNode {
  const { t, word } = useWords();
  const of_money = currency ?? '';
  return (
    <DataTable<AccountEffect>
      currency={of_money}
      name={t('effect.title')}
      rows={accounts}
      rowKey={keyOf}
      empty={t('effect.none')}
      columns={[
        {
          header: t('effect.account'),
          cell: ({ kind, member, account, till }) => (
            <span>
              {account ? `${account.code} ${account.name}` : word('account_kind', kind)}
              {member && (
                <>
                  {' '}
                  <Link href={`/members/${member.id}`}>{member.full_name}</Link>
                  <span className="beside"> {member.member_no}</span>
                </>
              )}
              {till !== undefined && <span className="beside"> {till}</span>}
            </span>
          ),
        },
        moneyColumn(t('effect.before'), 'balance_before_minor', of_money),
        {
          header: t('effect.change'),
          isFigure: true,
          cell: (account) => <SignedMoney minor={changeOf(account)} currency={of_money} />,
        },
        {
          header: t('effect.after'),
          isFigure: true,
          cell: (account) => (
            <span>
              <Money minor={account.balance_after_minor} currency={of_money} />
              {account.available_after_minor !== account.balance_after_minor && (
                <span className="below">
                  {t('effect.available', {
                    amount: formatMoney(account.available_after_minor, of_money),
                  })}
                </span>
              )}
            </span>
          ),
        },
      ]}
    />
  );
}

/** One account of a kind may be listed for each of a member's savings accounts. */
function keyOf({ kind, member, savings_account_id, account, till }: AccountEffect): string {
  return [kind, member?.id, savings_account_id, account?.code, till].join(' ');
}

function ChangeTable({ changes, currency }: { changes: Change[]; currency: Currency | null }): ReactNode {
  const { t, word, status } = useWords();
  const valueOf = (field: string, value: string | null): string => {
    if (value === null) return t('effect.nothing');
    if (field.endsWith('_minor')) return formatMoney(Number(value), currency ?? '');
    if (field === 'role') return word('role', value);
    if (field === 'utc_offset_minutes') return zoneName(Number(value));
    return status(value);
  };
  return (
    <DataTable<Change>
      name={t('effect.changes')}
      rows={changes}
      rowKey={({ field }) => field}
      empty={t('effect.none')}
      columns={[
        {
          header: t('effect.changed'),
          cell: ({ field }) =>
            field.startsWith('pay_') ? (
              <Link href={`/payments/${field}`}>{t('reconciliation.payment')}</Link>
            ) : (
              word('changed_field', field)
            ),
        },
        { header: t('effect.before'), cell: ({ field, from }) => valueOf(field, from) },
        { header: t('effect.after'), cell: ({ field, to }) => valueOf(field, to) },
      ]}
    />
  );
}
