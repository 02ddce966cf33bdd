/** A blocked top-up is retried; a credited one is reversed out of the wallet, which asks first. */
import { Button, Stack } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { seenAt } from '../../api/lost-answer.ts';
import { useSubmit } from '../../api/submit.ts';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import { Checking } from '../../forms/submit-form.tsx';
import type { Topup } from '../../generated/wire.ts';
import { formatMoney } from '../../money/money.rules.ts';
import { ErrorAlert } from '../../ui/faults/error-alert.tsx';
import { sayDone, sayFailed } from '../../ui/toast.ts';
import { useWords } from '../../words.ts';

export function TopupActions({ topup }: { topup: Topup }): ReactNode {
  const { t } = useWords();
  const [is_reversing, setIsReversing] = useState(false);
  if (topup.status === 'blocked') return <Retry topup={topup} />;
  if (topup.status !== 'credited') return '–';
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setIsReversing(true)}>
        {t('wallets.reverse')}
      </Button>
      {is_reversing && <Reverse topup={topup} onClose={() => setIsReversing(false)} />}
    </>
  );
}

function Retry({ topup }: { topup: Topup }): ReactNode {
  const { t, word } = useWords();
  const input = { payment: topup.payment_id };
  const { is_busy, is_checking, error, submit } = useSubmit('walletTopups.retry', {
    findOutcome: seenAt('walletTopups.get', input, ({ status }) => status === 'credited'),
  });
  const retry = async (): Promise<void> => {
    const topup_now = (await submit(input))?.data;
    if (topup_now?.status === 'credited')
      sayDone(t('wallets.credited', { amount: formatMoney(topup.amount_minor, topup.currency) }));
    if (topup_now?.status === 'blocked')
      sayFailed(t('wallets.still_blocked', { reason: word('topup_reason', topup_now.reason ?? '') }));
  };
  return (
    <Stack gap={4} className="row-actions">
      {/* As wide while it is busy, so that a second click does not hit what is beside it. */}
      <Button size="xs" variant="light" miw={124} onClick={() => void retry()} disabled={is_busy}>
        {is_busy ? t('submit.being_booked') : t('wallets.retry')}
      </Button>
      <ErrorAlert error={error} />
      <Checking isChecking={is_checking} />
    </Stack>
  );
}

function Reverse({ topup, onClose }: { topup: Topup; onClose: () => void }): ReactNode {
  const { t } = useWords();
  const amount = formatMoney(topup.amount_minor, topup.currency);
  return (
    <ConfirmDialog
      title={t('wallets.reverse_question', { amount })}
      verb={t('wallets.reverse')}
      operation="walletTopups.reverse"
      input={{ payment: topup.payment_id }}
      onClose={onClose}
      onDone={() => sayDone(t('wallets.reversed', { amount }))}
    >
      {t('wallets.reverse_meaning')}
    </ConfirmDialog>
  );
}
