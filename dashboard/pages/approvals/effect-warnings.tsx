/** Why approving a request would fail, and what to know before. */
import { Alert, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ApprovalEffect, Currency } from '../../generated/wire.ts';
import { formatMoney } from '../../money/money.rules.ts';
import { useWords } from '../../words.ts';

type Warning = ApprovalEffect['warnings'][number];

export interface EffectProps {
  effect: ApprovalEffect;
  /** Null where it is about no money. */
  currency: Currency | null;
}

export function EffectWarnings({ effect, currency }: EffectProps): ReactNode {
  const sentence = useWarningWords();
  return effect.warnings.map((warning) => (
    <Alert key={warning.code} role="note" color={warning.blocking ? 'red' : 'yellow'} variant="light" py="xs">
      <Text size="sm" fw={warning.blocking ? 600 : undefined}>
        {sentence(warning, currency)}
      </Text>
    </Alert>
  ));
}

/** @returns why it cannot be carried out now; null where it can, or while that is not known */
export function useBlockingReason(): (
  effect: ApprovalEffect | null | undefined,
  currency: Currency | null,
) => string | null {
  const sentence = useWarningWords();
  return (effect, currency) => {
    const blocking = effect?.warnings.find((warning) => warning.blocking);
    return blocking ? sentence(blocking, currency) : null;
  };
}

function useWarningWords(): (warning: Warning, currency: Currency | null) => string {
  const { t, reason } = useWords();
  const said = ({ code, blocking, message }: Warning): string => {
    if (blocking) return t('effect.cannot', { reason: reason(code, message) });
    if (code === 'income_insufficient') return t('effect.lines_uncovered');
    return code === 'member_not_active' ? t('effect.members_leaving') : message;
  };
  return (warning, currency) => {
    const { short_minor } = warning;
    if (short_minor === null) return said(warning);
    return `${said(warning)} (${t('effect.short', { amount: formatMoney(short_minor, currency ?? '') })})`;
  };
}
