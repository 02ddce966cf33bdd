/** The last decision and its outcome as the API reports them, even where the answer to the decision was lost. */
import { Alert, CloseButton, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useRead } from '../../api/reads.ts';
import type { Entry } from '../../generated/wire.ts';
import { NotBooked, useEntry } from '../../movement/entry-outcome.tsx';
import { Status } from '../../ui/status.tsx';
import { useWords } from '../../words.ts';
import { useDecisionSentence } from './decision-sentence.ts';
import { useApprovalHeading } from './heading.ts';

const LOOK_EVERY_MS = 1_000;

export interface DecisionNoticeProps {
  approvalId: string;
  onClose: () => void;
}

export function DecisionNotice({ approvalId, onClose }: DecisionNoticeProps): ReactNode {
  const { t } = useWords();
  const sentence = useDecisionSentence();
  const headingOf = useApprovalHeading();
  const { data: approval } = useRead(
    'approvals.get',
    { approval: approvalId },
    // Read until the decision is visible.
    { every_ms: (last) => (last && last.status !== 'pending' ? false : LOOK_EVERY_MS) },
  );
  const is_approved = approval?.status === 'approved';
  const entry = useEntry(is_approved ? approval.entry_id : null);
  const has_failed = entry?.status === 'failed';
  const is_decided = approval !== undefined && approval.status !== 'pending';
  return (
    <Stack gap="xs" className="decision-notice">
      {is_decided && (
        <Alert
          role="status"
          color={has_failed ? 'red' : is_approved ? 'teal' : 'gray'}
          variant="outline"
          className="panel"
        >
          <Group justify="space-between" wrap="nowrap" align="flex-start">
            <Stack gap={4}>
              <Text fw={600}>{sentence(approval)}</Text>
              <Text size="sm">{headingOf(approval)}</Text>
              {entry && <Booked entry={entry} />}
            </Stack>
            <CloseButton aria-label={t('dialog.close')} onClick={onClose} />
          </Group>
        </Alert>
      )}
      {has_failed && <NotBooked entry={entry} />}
    </Stack>
  );
}

function Booked({ entry }: { entry: Entry }): ReactNode {
  const { t } = useWords();
  const { id, status, loan_id, dividend_id, savings_interest_id, member_id } = entry;
  return (
    <Group gap="sm">
      <Status status={status} ofEntry />
      {dividend_id !== null && <Link href={`/dividends/${dividend_id}`}>{t('approvals.dividend')}</Link>}
      {savings_interest_id !== null && (
        <Link href={`/interest/${savings_interest_id}`}>{t('approvals.interest')}</Link>
      )}
      {loan_id !== null && <Link href={`/loans/${loan_id}`}>{t('approvals.loan')}</Link>}
      {status === 'posted' && member_id !== null && (
        <Link href={`/entries/${id}/receipt`}>{t('receipt.print')}</Link>
      )}
    </Group>
  );
}
