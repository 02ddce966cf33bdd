/** The outcome of a movement, which is shown only once it is certain. */
import { Alert } from '@mantine/core';
import { useEffect, type KeyboardEvent, type ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { refreshAll, useRead } from '../api/reads.ts';
import type { Entry } from '../generated/wire.ts';
import { formatMoney } from '../money/money.rules.ts';
import { NavigateButton } from '../ui/navigate-button.tsx';
import { Outcome, OutcomeFrame } from '../ui/outcome.tsx';
import { useWords } from '../words.ts';

export interface EntryOutcomeProps {
  /** As the request was answered: not failed. */
  entry: Entry;
  /** Said once it is posted: `Deposited 1,500.00 KES`. */
  done: string;
  onClose: () => void;
}

const LOOK_EVERY_MS = 1_000;

export function EntryOutcome({ entry: answered, done, onClose }: EntryOutcomeProps): ReactNode {
  const { t } = useWords();
  const [, navigate] = useLocation();
  const was_final = isFinal(answered);
  const later = useEntry(was_final ? null : answered.id);
  const entry = later ?? answered;
  const has_ended = !was_final && isFinal(entry);
  useEffect(() => {
    // The figures of the page were read while it was still being booked.
    if (has_ended) void refreshAll();
  }, [has_ended]);
  const receipt = entry.status === 'posted' && entry.member_id !== null && (
    <NavigateButton href={`/entries/${entry.id}/receipt`} variant="default">
      {t('receipt.print')}
    </NavigateButton>
  );
  if (entry.status === 'failed')
    return (
      <OutcomeFrame onClose={onClose}>
        <NotBooked entry={entry} />
      </OutcomeFrame>
    );
  const outcome = (
    <Outcome isWaiting={entry.status !== 'posted'} actions={receipt} onClose={onClose}>
      {entry.status === 'posted' ? done : null}
      {entry.status === 'awaiting_approval' && (
        <>
          <Link href="/approvals?tab=mine">{t('movement.waiting')}</Link>:{' '}
          {formatMoney(entry.amount_minor, entry.currency)}
        </>
      )}
      {entry.status === 'paying' && t('movement.being_paid')}
      {isFinal(entry) || entry.status === 'paying' ? null : t('submit.being_booked')}
    </Outcome>
  );
  // Beside the button: one key prints it and returns to the search.
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'p' || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    navigate(`/entries/${entry.id}/receipt?print=now`);
  };
  return receipt ? <div onKeyDown={onKey}>{outcome}</div> : outcome;
}

/** An entry, read until it is booked or paid out, has failed, or waits for somebody. @param id null: not asked */
export function useEntry(id: string | null): Entry | undefined {
  return useRead('sacco.entries.get', id === null ? null : { entry: id }, {
    every_ms: (entry) => (entry && isFinal(entry) ? false : LOOK_EVERY_MS),
  }).data;
}

/** Why nothing was booked. */
export function NotBooked({ entry }: { entry: Entry }): ReactNode {
  const { t, reason } = useWords();
  return (
    <Alert role="alert" color="red" variant="light">
      {t('movement.not_booked', { reason: reason(entry.error, entry.reason ?? '') })}
    </Alert>
  );
}

/** It is booked or paid out, has failed, or waits for somebody. */
export function isFinal({ status }: Entry): boolean {
  return status !== 'pending' && status !== 'posting' && status !== 'paying';
}
