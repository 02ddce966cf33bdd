/** What a request would do, in words: "Lilian Ongeri's savings lose 4,800.00 KES". */
import { List } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ApprovalEffect, Currency } from '../../generated/wire.ts';
import { formatMoney } from '../../money/money.rules.ts';
import { useWords, type TextId } from '../../words.ts';

type AccountEffect = ApprovalEffect['accounts'][number];

/** By the kind of the account: that it grows, and that it shrinks. */
const SENTENCES: Readonly<Record<string, { more: TextId; less: TextId }>> = {
  member_savings: { more: 'effect.savings_more', less: 'effect.savings_less' },
  member_shares: { more: 'effect.shares_more', less: 'effect.shares_less' },
  loan_principal: { more: 'effect.debt_more', less: 'effect.debt_less' },
};

/** What members gain and lose; the cooperative's own accounts are in the table alone. */
export function EffectSentences({ accounts, currency }: EffectSentencesProps): ReactNode {
  const { t } = useWords();
  const sentences = accounts.flatMap((account) => {
    const change = changeOf(account);
    const of_kind = SENTENCES[account.kind];
    if (!account.member || !of_kind || change === 0n) return [];
    const amount = formatMoney(change < 0n ? -change : change, currency ?? '');
    return t(change < 0n ? of_kind.less : of_kind.more, { name: account.member.full_name, amount });
  });
  if (sentences.length === 0) return null;
  return (
    <List size="sm" listStyleType="none" className="effect-sentences">
      {sentences.map((sentence) => (
        <List.Item key={sentence}>{sentence}</List.Item>
      ))}
    </List>
  );
}

interface EffectSentencesProps {
  accounts: readonly AccountEffect[];
  currency: Currency | null;
}

export function changeOf({ balance_before_minor, balance_after_minor }: AccountEffect): bigint {
  return BigInt(balance_after_minor) - BigInt(balance_before_minor);
}
