/** What approving a request would do to balances and other values, and why it would fail. */
import { Alert, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useCooperative } from '../../api/me.ts';
import type { ApprovalEffect, Currency } from '../../generated/wire.ts';
import { formatMoney } from '../../money/money.rules.ts';
import { Money } from '../../money/money.tsx';
import { moneyColumn } from '../../money/money-column.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { useWords } from '../../words.ts';

type AccountEffect = ApprovalEffect['accounts'][number];
type Warning = ApprovalEffect['warnings'][number];

type Change = ApprovalEffect['changes'][number];

export interface EffectProps {
  effect: ApprovalEffect;
  /** Null where it is about no money. */
  currency: Currency | null;
}

export function EffectTable({ effect, currency }: EffectProps): ReactNode {
  // An import has no amount of its own; what it moves is the cooperative's.
  const of_cooperative = useCooperative()?.currency ?? null;
  return (
    <Stack gap="xs">
      {effect.changes.length > 0 ? (
        <ChangeTable changes={effect.changes} currency={currency} />
      ) : (
        <AccountTable accounts={effect.accounts} currency={currency ?? of_cooperative} />
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
      name={t('effect.title')}
      rows={accounts}
      rowKey={({ kind, member_no, account, till }) => `${kind} ${member_no ?? account?.code ?? till ?? ''}`}
      empty={t('effect.none')}
      columns={[
        {
          header: t('effect.account'),
          cell: ({ kind, member_no, account, till }) => (
            <span>
              {account ? `${account.code} ${account.name}` : word('account_kind', kind)}
              {member_no !== null && <span className="beside"> {member_no}</span>}
              {till !== undefined && <span className="beside"> {till}</span>}
            </span>
          ),
        },
        moneyColumn(t('effect.before'), 'balance_before_minor', of_money),
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

function ChangeTable({ changes, currency }: { changes: Change[]; currency: Currency | null }): ReactNode {
  const { t, word, status } = useWords();
  const valueOf = (field: string, value: string | null): string => {
    if (value === null) return t('effect.nothing');
    if (field.endsWith('_minor')) return formatMoney(Number(value), currency ?? '');
    if (field === 'role') return word('role', value);
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

export function EffectWarnings({ effect, currency }: EffectProps): ReactNode {
  const sentence = useWarningWords(currency);
  return effect.warnings.map((warning) => (
    <Alert key={warning.code} role="note" color={warning.blocking ? 'red' : 'yellow'} variant="light" py="xs">
      <Text size="sm" fw={warning.blocking ? 600 : undefined}>
        {sentence(warning)}
      </Text>
    </Alert>
  ));
}

function useWarningWords(currency: Currency | null): (warning: Warning) => string {
  const { t, reason } = useWords();
  const said = ({ code, blocking, message }: Warning): string => {
    if (blocking) return t('effect.cannot', { reason: reason(code, message) });
    if (code === 'income_insufficient') return t('effect.lines_uncovered');
    return code === 'member_not_active' ? t('effect.members_leaving') : message;
  };
  return (warning) => {
    const { short_minor } = warning;
    if (short_minor === null) return said(warning);
    return `${said(warning)} (${t('effect.short', { amount: formatMoney(short_minor, currency ?? '') })})`;
  };
}
