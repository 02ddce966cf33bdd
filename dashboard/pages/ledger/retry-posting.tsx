/** Tries a failed posting again: it is booked once, however often it is tried. */
import { Button, Text } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { tookEffect, useSubmission } from '../../api/submission.ts';
import type { Posting } from '../../generated/wire.ts';
import { sayDone } from '../../ui/toast.ts';
import { useWords } from '../../words.ts';

export function RetryPosting({ posting: { payment_id } }: { posting: Posting }): ReactNode {
  const { t, reason } = useWords();
  const { state, is_busy, error, submit } = useSubmission<Posting>({ key: 'none' });
  const is_done = tookEffect(state, 'posting_not_failed');
  const done = t('ledger.tried_again');
  useEffect(() => {
    if (is_done) sayDone(done);
  }, [is_done, done]);
  return (
    <div>
      <Button
        size="compact-sm"
        variant="default"
        disabled={is_busy}
        onClick={() => void submit({ path: `/api/v1/ledger/postings/${payment_id}/retry` })}
      >
        {is_busy ? t('submit.working') : t('ledger.retry')}
      </Button>
      {error && !is_done && (
        <Text size="xs" c="red" role="alert">
          {reason(error.reason, error.message)}
        </Text>
      )}
    </div>
  );
}
