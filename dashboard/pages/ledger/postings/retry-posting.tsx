/** Retries a failed posting, which is booked once however often it is retried. */
import { Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSubmit } from '../../../api/submit.ts';
import type { Posting } from '../../../generated/wire.ts';
import { sayDone } from '../../../ui/toast.ts';
import { useWords } from '../../../words.ts';

export function RetryPosting({ posting }: { posting: Posting }): ReactNode {
  const { t, reason } = useWords();
  const { is_busy, error, submit } = useSubmit('ledger.postings.retry', {
    findOutcome: (refusal) => (refusal.reason === 'posting_not_failed' ? { data: posting } : null),
  });
  const retry = async (): Promise<void> => {
    if (await submit({ payment: posting.payment_id })) sayDone(t('ledger.tried_again'));
  };
  return (
    <div>
      <Button size="compact-sm" variant="default" disabled={is_busy} onClick={() => void retry()}>
        {is_busy ? t('submit.working') : t('ledger.retry')}
      </Button>
      {error && (
        <Text size="xs" c="red" role="alert">
          {reason(error.reason, error.message)}
        </Text>
      )}
    </div>
  );
}
