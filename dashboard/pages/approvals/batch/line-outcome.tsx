/** What is known of one of several decisions. */
import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Approval, Entry } from '../../../generated/wire.ts';
import { isFinal, useEntry } from '../../../movement/entry-outcome.tsx';
import { Status } from '../../../ui/status.tsx';
import { useWords, type TextId } from '../../../words.ts';
import { useDecisionSentence } from '../decision-sentence.ts';
import type { LineState } from './use-batch.ts';

const STEPS: Readonly<Record<'sending' | 'checking' | 'waiting' | 'not_sent', TextId>> = {
  sending: 'submit.working',
  checking: 'submit.checking',
  waiting: 'approvals.not_sent_yet',
  not_sent: 'approvals.not_sent',
};

export function LineOutcome({ state }: { state: LineState }): ReactNode {
  const { t, reason } = useWords();
  if (state.step === 'decided')
    return <Decided approval={state.approval} answered={state.entry} isMeanwhile={state.is_meanwhile} />;
  if (state.step !== 'refused' && state.step !== 'unknown') return t(STEPS[state.step]);
  const why = reason(state.error.reason, state.error.message);
  return t(state.step === 'refused' ? 'approvals.not_decided' : 'approvals.not_known', { reason: why });
}

interface DecidedProps {
  approval: Approval;
  answered: Entry | null;
  isMeanwhile: boolean;
}

function Decided({ approval, answered, isMeanwhile }: DecidedProps): ReactNode {
  const { t, reason } = useWords();
  const sentence = useDecisionSentence();
  const { status, entry_id } = approval;
  const is_known = answered !== null && isFinal(answered);
  const later = useEntry(is_known || status !== 'approved' ? null : entry_id);
  const entry = later ?? answered;
  return (
    <Group gap={6}>
      <span>
        {isMeanwhile
          ? t('approvals.decided_meanwhile', { decision: sentence(approval) })
          : sentence(approval)}
      </span>
      {entry && entry.status !== 'failed' && <Status status={entry.status} ofEntry />}
      {entry?.status === 'failed' && (
        <Text component="span" size="sm" className="needs-attention">
          {t('movement.not_booked', { reason: reason(entry.error, entry.reason ?? '') })}
        </Text>
      )}
    </Group>
  );
}
