/** The outcome of a refund, read until the provider has answered or a person is to make it. */
import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { useRead } from '../../api/reads.ts';
import type { Refund } from '../../generated/wire.ts';
import { formatMoney } from '../../money/money.rules.ts';
import { Outcome, OutcomeFrame } from '../../ui/outcome.tsx';
import { useWords } from '../../words.ts';

const LOOK_EVERY_MS = 1_000;

export function RefundOutcome({
  refund: answered,
  onClose,
}: {
  refund: Refund;
  onClose: () => void;
}): ReactNode {
  const { t, word } = useWords();
  const later = useRead('refunds.get', isUnderWay(answered) ? { refund: answered.id } : null, {
    every_ms: LOOK_EVERY_MS,
  }).data;
  const refund = later ?? answered;
  const amount = formatMoney(refund.amount_minor, refund.currency);
  const has_failed = refund.status === 'failed' || refund.status === 'cancelled';
  if (has_failed)
    return (
      <OutcomeFrame onClose={onClose}>
        <Alert role="alert" color="red" variant="light">
          {t('payments.refund_failed', {
            reason: word('payment_failure', refund.failure_code ?? 'unspecified'),
          })}
        </Alert>
      </OutcomeFrame>
    );
  const has_succeeded = refund.status === 'succeeded';
  return (
    <Outcome
      isWaiting={!has_succeeded}
      details={refund.manual && !has_succeeded && t('payments.refund_by_hand_hint')}
      onClose={onClose}
    >
      {has_succeeded ? t('payments.refunded_amount', { amount }) : t('payments.refund_under_way', { amount })}
    </Outcome>
  );
}

function isUnderWay({ status, manual }: Refund): boolean {
  return !manual && (status === 'pending' || status === 'processing');
}
