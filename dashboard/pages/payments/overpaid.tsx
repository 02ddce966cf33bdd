/** A payment that completed although another had completed its one-time link: it goes back with one click. */
import { Alert, Badge, Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSubmit } from '../../api/submit.ts';
import type { Payment, Refund } from '../../generated/wire.ts';
import { formatMoney } from '../../money/money.rules.ts';
import { ErrorAlert } from '../../ui/faults/error-alert.tsx';
import { sayDone } from '../../ui/toast.ts';
import { useWords } from '../../words.ts';
import { leftToRefund } from './refund.rules.ts';

export interface OverpaidProps {
  payment: Payment;
  /** undefined while they are not known. */
  refunds: readonly Refund[] | undefined;
}

export function Overpaid({ payment, refunds }: OverpaidProps): ReactNode {
  const { t } = useWords();
  const submission = useSubmit('payments.refunds.create');
  if (refunds === undefined) return null;
  const left = leftToRefund(payment, refunds);
  const is_left = left > 0n && !submission.is_answered;
  const refund = async (): Promise<void> => {
    const amount = formatMoney(left, payment.currency);
    // Without an amount all that is left goes back.
    if (await submission.submit({ payment: payment.id })) sayDone(t('payments.refund_under_way', { amount }));
  };
  return (
    <Alert color="yellow" variant="light" title={t('payments.overpaid')}>
      <Group justify="space-between" gap="sm">
        <Text size="sm">{t(is_left ? 'payments.overpaid_meaning' : 'payments.overpaid_refunded')}</Text>
        {is_left && (
          <Button onClick={() => void refund()} disabled={submission.is_busy}>
            {submission.is_busy
              ? t('submit.working')
              : t('payments.refund_overpaid', { amount: formatMoney(left, payment.currency) })}
          </Button>
        )}
      </Group>
      {submission.error && <ErrorAlert error={submission.error} />}
    </Alert>
  );
}

/** Beside the status of a payment in a list. */
export function OverpaidBadge(): ReactNode {
  const { t } = useWords();
  return (
    <Badge color="yellow" variant="dot" radius="sm" className="status">
      {t('payments.overpaid')}
    </Badge>
  );
}
