/** What approving a request would do to balances, and why it would fail. */
import { Alert, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ApprovalEffect, Currency } from '../../generated/wire.ts';
import { formatMoney } from '../../money/money.rules.ts';
import { Money } from '../../money/money.tsx';
import { moneyColumn } from '../../money/money-column.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { useWords } from '../../words.ts';

type AccountEffect = ApprovalEffect['accounts'][number];
type Warning = ApprovalEffect['warnings'][number];

export interface EffectProps {
  effect: ApprovalEffect;
  currency: Currency;
}

export function EffectTable({ effect, currency }: EffectProps): ReactNode {
  const { t, word } = useWords();
  return (
    <Stack gap="xs">
      <DataTable<AccountEffect>
        name={t('effect.title')}
        rows={effect.accounts}
        rowKey={({ kind, member_no }) => `${kind} ${member_no ?? ''}`}
        empty={t('effect.none')}
        columns={[
          {
            header: t('effect.account'),
            cell: ({ kind, member_no }) => (
              <span>
                {word('account_kind', kind)}
                {member_no !== null && <span className="beside"> {member_no}</span>}
              </span>
            ),
          },
          moneyColumn(t('effect.before'), 'balance_before_minor', currency),
          {
            header: t('effect.after'),
            isFigure: true,
            cell: (account) => (
              <span>
                <Money minor={account.balance_after_minor} currency={currency} />
                {account.available_after_minor !== account.balance_after_minor && (
                  <span className="below">
                    {t('effect.available', {
                      amount: formatMoney(account.available_after_minor, currency),
                    })}
                  </span>
                )}
              </span>
            ),
          },
        ]}
      />
      <EffectWarnings effect={effect} currency={currency} />
    </Stack>
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

function useWarningWords(currency: Currency): (warning: Warning) => string {
  const { t, reason } = useWords();
  const said = ({ code, blocking, message }: Warning): string => {
    if (blocking) return t('effect.cannot', { reason: reason(code, message) });
    if (code === 'income_insufficient') return t('effect.lines_uncovered');
    return code === 'member_not_active' ? t('effect.members_leaving') : message;
  };
  return (warning) => {
    const { short_minor } = warning;
    if (short_minor === null) return said(warning);
    return `${said(warning)} (${t('effect.short', { amount: formatMoney(short_minor, currency) })})`;
  };
}
