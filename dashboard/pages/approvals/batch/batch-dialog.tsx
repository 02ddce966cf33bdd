/** Lists the chosen requests, and approves or rejects them in one go: each by a decision of its own, with its own outcome. */
import { Alert, Button, Group, List, Modal, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { TextField } from '../../../forms/fields/text-field.tsx';
import { useReturnFocus } from '../../../forms/return-focus.ts';
import type { Approval } from '../../../generated/wire.ts';
import { Money } from '../../../money/money.tsx';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { OutcomeFrame } from '../../../ui/outcome.tsx';
import { useWords } from '../../../words.ts';
import { useBlockingReason } from '../effect-warnings.tsx';
import { useApprovalHeading } from '../heading.ts';
import { LineOutcome } from './line-outcome.tsx';
import { leftOutBecause, totalOf, type ChosenRequest } from './lines.rules.ts';
import { useBatch, type Batch } from './use-batch.ts';

const MAX_NOTE_LENGTH = 500;

export interface BatchDialogProps {
  requests: readonly ChosenRequest[];
  /** @param decided those on which somebody has decided by now */
  onClose: (decided: readonly Approval[]) => void;
}

export function BatchDialog({ requests, onClose }: BatchDialogProps): ReactNode {
  const { t, word } = useWords();
  const lines = requests.filter((each) => leftOutBecause(each) === null).map(({ approval }) => approval);
  const left_out = requests.filter((each) => leftOutBecause(each) !== null);
  const batch = useBatch(lines);
  useReturnFocus();
  const close = (): void => {
    if (batch.is_busy) return;
    onClose([
      ...lines.filter((each) => batch.stateOf(each).step === 'decided'),
      ...left_out.filter((each) => leftOutBecause(each) === 'decided').map(({ approval }) => approval),
    ]);
  };
  const is_over = batch.verdict !== null && !batch.is_busy;
  const [kind = ''] = requests.map(({ approval }) => approval.kind);
  return (
    <Modal
      opened
      onClose={close}
      title={t('approvals.batch_title', { kind: word('kind', kind), count: lines.length })}
      size="xl"
      closeButtonProps={{ 'aria-label': t('dialog.close'), disabled: batch.is_busy }}
      closeOnClickOutside={false}
      returnFocus={false}
    >
      <Stack>
        {lines.length > 0 && <Lines lines={lines} batch={batch} />}
        <Total lines={lines} />
        <NotAmongThem left={left_out} />
        {is_over ? (
          <OutcomeFrame onClose={close}>
            <Result lines={lines} batch={batch} />
          </OutcomeFrame>
        ) : (
          <Decide count={lines.length} batch={batch} onClose={close} />
        )}
      </Stack>
    </Modal>
  );
}

interface LinesProps {
  lines: readonly Approval[];
  batch: Batch;
}

function Lines({ lines, batch }: LinesProps): ReactNode {
  const { t } = useWords();
  const headingOf = useApprovalHeading();
  const outcome: Column<Approval> = {
    header: t('approvals.outcome'),
    cell: (approval) => <LineOutcome state={batch.stateOf(approval)} />,
  };
  const has_amounts = totalOf(lines) !== null;
  const amount: Column<Approval> = {
    header: t('approvals.amount'),
    isFigure: true,
    cell: ({ amount_minor, currency }) => <Money minor={amount_minor} currency={currency ?? ''} />,
  };
  return (
    <DataTable<Approval>
      name={t('approvals.requests')}
      rows={lines}
      rowKey={({ id }) => id}
      columns={[
        {
          header: t('approvals.for'),
          cell: (approval) => (
            <div>
              {approval.member
                ? `${approval.member.full_name} · ${approval.member.member_no}`
                : headingOf(approval)}
              {approval.member && approval.memo !== null && <span className="below">{approval.memo}</span>}
            </div>
          ),
        },
        ...(has_amounts ? [amount] : []),
        { header: t('approvals.requested_by'), cell: ({ requested_by }) => requested_by.name },
        ...(batch.verdict === null ? [] : [outcome]),
      ]}
    />
  );
}

function Total({ lines }: { lines: readonly Approval[] }): ReactNode {
  const { t } = useWords();
  const total = totalOf(lines);
  if (!total) return null;
  return (
    <Text fw={600} className="batch-total">
      {t('approvals.total', { count: lines.length })} <Money minor={total.minor} currency={total.currency} />
    </Text>
  );
}

/** Those that were chosen and are not decided with the others, and why. */
function NotAmongThem({ left }: { left: readonly ChosenRequest[] }): ReactNode {
  const { t } = useWords();
  const headingOf = useApprovalHeading();
  const blockingReason = useBlockingReason();
  if (left.length === 0) return null;
  const why = (request: ChosenRequest): string => {
    const because = leftOutBecause(request);
    if (because === 'decided') return t('approvals.left_decided');
    if (because === 'not_allowed') return t('approvals.left_not_allowed');
    const blocking = blockingReason(request.details?.effect, request.approval.currency);
    return blocking ?? t('approvals.left_unread');
  };
  return (
    <Alert role="note" color="yellow" variant="light">
      <Text size="sm" fw={600}>
        {t('approvals.left_out', { count: left.length })}
      </Text>
      <List size="sm">
        {left.map((request) => (
          <List.Item key={request.approval.id}>
            {headingOf(request.approval)}: {why(request)}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

/** The note and the decisions; while they are made, the way to stop. */
function Decide({ count, batch, onClose }: { count: number; batch: Batch; onClose: () => void }): ReactNode {
  const { t } = useWords();
  const [note, setNote] = useState('');
  const [lacks_note, setLacksNote] = useState(false);
  const { is_busy } = batch;
  const said = note.trim();
  const reject = (): void => (said === '' ? setLacksNote(true) : batch.start('reject', said));
  return (
    <>
      {count > 0 && (
        <TextField
          label={t('approvals.note')}
          value={note}
          onChange={(text) => {
            setNote(text);
            setLacksNote(false);
          }}
          maxLength={MAX_NOTE_LENGTH}
          disabled={is_busy}
          error={lacks_note && t('movement.say_why')}
          inputWrapperOrder={['label', 'error', 'input']}
          isFirst
        />
      )}
      <Group justify="flex-end">
        {is_busy ? (
          <Button variant="default" onClick={batch.stop}>
            {t('approvals.stop')}
          </Button>
        ) : (
          <Button variant="default" onClick={onClose}>
            {t('dialog.cancel')}
          </Button>
        )}
        {count > 0 && (
          <>
            <Button variant="default" disabled={is_busy} onClick={reject}>
              {batch.verdict === 'reject' ? t('submit.working') : t('approvals.reject_all')}
            </Button>
            <Button disabled={is_busy} onClick={() => batch.start('approve', said)}>
              {batch.verdict === 'approve' ? t('submit.being_booked') : t('approvals.approve_all')}
            </Button>
          </>
        )}
      </Group>
    </>
  );
}

/** How many were decided as asked for, and how many of those were not booked. */
function Result({ lines, batch }: LinesProps): ReactNode {
  const { t } = useWords();
  const done = lines.flatMap((each) => {
    const state = batch.stateOf(each);
    return state.step === 'decided' && !state.is_meanwhile ? [state] : [];
  });
  const failed = done.filter(({ entry }) => entry?.status === 'failed').length;
  const is_all = done.length === lines.length && failed === 0;
  return (
    <Alert role="status" color={is_all ? 'teal' : 'yellow'} variant="light">
      <Text fw={600}>
        {t(batch.verdict === 'approve' ? 'approvals.approved_count' : 'approvals.rejected_count', {
          done: done.length,
          all: lines.length,
        })}
      </Text>
      {failed > 0 && <Text size="sm">{t('approvals.not_booked', { count: failed })}</Text>}
    </Alert>
  );
}
