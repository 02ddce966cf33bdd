/** The actions on a payout: cancel it before it is sent; after that, check with the provider, or record how it ended. */
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { UshirikaError } from '@ushirika/sdk/transport';
import { useState, type ReactNode } from 'react';
import { call } from '../../api/client.ts';
import { seenAt } from '../../api/lost-answer.ts';
import { useProviders } from '../../api/providers.ts';
import { refreshAll } from '../../api/reads.ts';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import type { Payout } from '../../generated/wire.ts';
import { formatMoney } from '../../money/money.rules.ts';
import { ErrorAlert } from '../../ui/faults/error-alert.tsx';
import { sayDone } from '../../ui/toast.ts';
import { useWords } from '../../words.ts';
import { MarkPayout } from './mark-payout.tsx';

export function PayoutActions({ payout }: { payout: Payout }): ReactNode {
  const { t } = useWords();
  const [open, setOpen] = useState<'cancel' | 'mark' | null>(null);
  const capabilities = useProviders()?.find(({ name }) => name === payout.provider)?.capabilities;
  const { status, origin } = payout;
  const is_under_way = status === 'sending' || status === 'unknown';
  const can_cancel = origin === 'merchant' && (status === 'held' || status === 'awaiting_approval');
  const can_mark = status === 'unknown' || (status === 'sending' && capabilities?.status_api === false);
  return (
    <>
      {is_under_way && capabilities?.status_api && <Check payout={payout} />}
      {can_mark && (
        <Button variant="default" onClick={() => setOpen('mark')}>
          {t('payments.mark')}
        </Button>
      )}
      {can_cancel && (
        <Button variant="default" onClick={() => setOpen('cancel')}>
          {t('payouts.cancel')}
        </Button>
      )}
      {open === 'cancel' && <Cancel payout={payout} onClose={() => setOpen(null)} />}
      {open === 'mark' && <MarkPayout payout={payout} onClose={() => setOpen(null)} />}
    </>
  );
}

/** Sent once: an unreachable provider is reported immediately instead of being asked again. */
function Check({ payout }: { payout: Payout }): ReactNode {
  const { t, status } = useWords();
  const { mutate, isPending, error } = useMutation<Payout, UshirikaError>({
    mutationFn: async () => (await call('payouts.sync', { payout: payout.id })).data,
    onSuccess: (now) => {
      sayDone(t('payments.checked', { status: status(now.status) }));
      void refreshAll();
    },
  });
  return (
    <>
      <Button variant="default" onClick={() => mutate()} disabled={isPending}>
        {isPending ? t('submit.working') : t('payments.check')}
      </Button>
      {error && <ErrorAlert error={error} />}
    </>
  );
}

function Cancel({ payout, onClose }: { payout: Payout; onClose: () => void }): ReactNode {
  const { t } = useWords();
  const input = { payout: payout.id };
  return (
    <ConfirmDialog
      title={t('payouts.cancel_question', { amount: formatMoney(payout.amount_minor, payout.currency) })}
      verb={t('payouts.cancel')}
      operation="payouts.cancel"
      input={input}
      findOutcome={seenAt('payouts.get', input, ({ status }) => status === 'cancelled')}
      onClose={onClose}
      onDone={() => sayDone(t('payouts.was_cancelled'))}
    >
      {t('payouts.cancel_meaning')}
    </ConfirmDialog>
  );
}
