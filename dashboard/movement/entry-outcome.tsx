/** What became of a movement, and nothing before it is so. */
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useRead } from '../api/reads.ts';
import type { Entry } from '../generated/wire.ts';
import { LinkButton } from '../ui/link-button.tsx';
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
  const is_answer_final = isFinal(answered);
  const later = useRead<Entry>(is_answer_final ? null : `/api/v1/sacco/entries/${answered.id}`, {
    every_ms: LOOK_EVERY_MS,
  }).data;
  const entry = later ?? answered;
  return (
    <Stack>
      {entry.status === 'failed' ? (
        <NotBooked entry={entry} />
      ) : (
        <Alert role="status" color={entry.status === 'posted' ? 'teal' : 'yellow'} variant="light">
          <Text fw={600}>
            {entry.status === 'posted' ? done : null}
            {entry.status === 'awaiting_approval' && (
              <Link href="/approvals?tab=mine">{t('movement.waiting')}</Link>
            )}
            {isFinal(entry) ? null : t('submit.being_booked')}
          </Text>
        </Alert>
      )}
      <Group justify="flex-end">
        {entry.status === 'posted' && entry.member_id !== null && (
          <LinkButton href={`/entries/${entry.id}/receipt`} variant="default">
            {t('receipt.print')}
          </LinkButton>
        )}
        <Button onClick={onClose} data-autofocus autoFocus>
          {t('dialog.done')}
        </Button>
      </Group>
    </Stack>
  );
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

function isFinal({ status }: Entry): boolean {
  return status !== 'pending' && status !== 'posting';
}
