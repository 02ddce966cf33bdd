/** A blocked top-up is tried again; a credited one is taken back out of the wallet, which asks first. */
import { Button, Stack } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { seenAt } from '../../api/lost-answer.ts';
import { useSubmission } from '../../api/submission.ts';
import type { Topup } from '../../generated/wire.ts';
import { formatMoney } from '../../money/money.rules.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Checking } from '../../ui/submit-dialog.tsx';
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
  const submission = useSubmission<Topup>({ key: 'none' });
  const { state, is_busy, error } = submission;
  const retry = async (): Promise<void> => {
    const path = `/api/v1/wallet-topups/${topup.payment_id}`;
    const answer = await submission.submit({
      path: `${path}/retry`,
      findOutcome: seenAt<Topup>(path, ({ status }) => status === 'credited'),
    });
    const topup_now = answer?.data;
    if (topup_now?.status === 'credited')
      sayDone(t('wallets.credited', { amount: formatMoney(topup.amount_minor, topup.currency) }));
    if (topup_now?.status === 'blocked')
      sayFailed(t('wallets.still_blocked', { reason: word('topup_reason', topup_now.reason ?? '') }));
  };
  return (
    <Stack gap={4} className="row-actions">
      {/* As wide while it works: what stands beside it must not move under a second click. */}
      <Button size="xs" variant="light" miw={124} onClick={() => void retry()} disabled={is_busy}>
        {is_busy ? t('submit.being_booked') : t('wallets.retry')}
      </Button>
      <ErrorAlert error={error} />
      <Checking is_checking={state.step === 'checking'} />
    </Stack>
  );
}

function Reverse({ topup, onClose }: { topup: Topup; onClose: () => void }): ReactNode {
  const { t } = useWords();
  const submission = useSubmission<Topup>({ key: 'none' });
  const amount = formatMoney(topup.amount_minor, topup.currency);
  const reverse = async (): Promise<void> => {
    const answer = await submission.submit({ path: `/api/v1/wallet-topups/${topup.payment_id}/reverse` });
    if (answer) sayDone(t('wallets.reversed', { amount }));
  };
  return (
    <ConfirmDialog
      title={t('wallets.reverse_question', { amount })}
      verb={t('wallets.reverse')}
      opened
      onClose={onClose}
      submission={submission}
      onConfirm={() => void reverse()}
    >
      {t('wallets.reverse_meaning')}
    </ConfirmDialog>
  );
}
