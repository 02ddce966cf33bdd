/** Tries a failed posting again: it is booked once, however often it is tried. */
import { Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSubmission } from '../../api/submission.ts';
import type { Posting } from '../../generated/wire.ts';
import { sayDone } from '../../ui/toast.ts';
import { useWords } from '../../words.ts';

export function RetryPosting({ posting }: { posting: Posting }): ReactNode {
  const { t, reason } = useWords();
  const { is_busy, error, submit } = useSubmission<Posting>({ key: 'none' });
  const retry = async (): Promise<void> => {
    const answer = await submit({
      path: `/api/v1/ledger/postings/${posting.payment_id}/retry`,
      findOutcome: (refusal) => (refusal.reason === 'posting_not_failed' ? posting : null),
    });
    if (answer) sayDone(t('ledger.tried_again'));
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
