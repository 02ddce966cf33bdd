/** The actions on a payment: refund once it is paid; before that, cancel and check with the provider. */
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { UshirikaError } from '@ushirika/sdk/transport';
import { useState, type ReactNode } from 'react';
import { call } from '../../api/client.ts';
import { seenAt } from '../../api/lost-answer.ts';
import { useProviders } from '../../api/providers.ts';
import { refreshAll } from '../../api/reads.ts';
import type { Payment, Refund } from '../../generated/wire.ts';
import { formatMoney } from '../../money/money.rules.ts';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import { ErrorAlert } from '../../ui/faults/error-alert.tsx';
import { sayDone } from '../../ui/toast.ts';
import { useWords } from '../../words.ts';
import { RefundDialog } from './refund-dialog.tsx';
import { leftToRefund } from './refund.rules.ts';

export interface PaymentActionsProps {
  payment: Payment;
  /** undefined: not read yet. */
  refunds: readonly Refund[] | undefined;
}

export function PaymentActions({ payment, refunds }: PaymentActionsProps): ReactNode {
  const { t } = useWords();
  const [open, setOpen] = useState<'refund' | 'cancel' | null>(null);
  const { status } = payment;
  const can_refund = status === 'completed' && refunds !== undefined && leftToRefund(payment, refunds) > 0n;
  const can_cancel = status === 'initiated' || status === 'pending';
  return (
    <>
      {status !== 'completed' && <Check payment={payment} />}
      {can_refund && <Button onClick={() => setOpen('refund')}>{t('payments.refund')}</Button>}
      {can_cancel && (
        <Button variant="default" onClick={() => setOpen('cancel')}>
          {t('payments.cancel')}
        </Button>
      )}
      {open === 'refund' && refunds && (
        <RefundDialog payment={payment} refunds={refunds} onClose={() => setOpen(null)} />
      )}
      {open === 'cancel' && <Cancel payment={payment} onClose={() => setOpen(null)} />}
    </>
  );
}

/** Sent once: an unreachable provider is reported immediately instead of being asked again. */
function Check({ payment }: { payment: Payment }): ReactNode {
  const { t, status } = useWords();
  const capabilities = useProviders()?.find(({ name }) => name === payment.provider)?.capabilities;
  const { mutate, isPending, error } = useMutation<Payment, UshirikaError>({
    mutationFn: async () => (await call('payments.sync', { payment: payment.id })).data,
    onSuccess: (now) => {
      sayDone(t('payments.checked', { status: status(now.status) }));
      void refreshAll();
    },
  });
  if (!capabilities?.status_api) return null;
  return (
    <>
      <Button variant="default" onClick={() => mutate()} disabled={isPending}>
        {isPending ? t('submit.working') : t('payments.check')}
      </Button>
      {error && <ErrorAlert error={error} />}
    </>
  );
}

function Cancel({ payment, onClose }: { payment: Payment; onClose: () => void }): ReactNode {
  const { t } = useWords();
  const input = { payment: payment.id };
  return (
    <ConfirmDialog
      title={t('payments.cancel_question', { amount: formatMoney(payment.amount_minor, payment.currency) })}
      verb={t('payments.cancel')}
      operation="payments.cancel"
      input={input}
      findOutcome={seenAt('payments.get', input, ({ status }) => status === 'cancelled')}
      onClose={onClose}
      onDone={() => sayDone(t('payments.was_cancelled'))}
    >
      {t('payments.cancel_meaning')}
    </ConfirmDialog>
  );
}
