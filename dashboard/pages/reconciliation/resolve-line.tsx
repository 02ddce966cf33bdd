/** Decides about one line. Which decisions fit it the API says. */
import { Group, Text, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useSubmission } from '../../api/submission.ts';
import type { Line } from '../../generated/wire.ts';
import { Money } from '../../money/money.tsx';
import { Choice } from '../../ui/choice.tsx';
import { fieldError } from '../../ui/error-alert.tsx';
import { SubmitDialog } from '../../ui/submit-dialog.tsx';
import { sayDone } from '../../ui/toast.ts';
import { useWords } from '../../words.ts';
import { ACTION_NAMES, ACTIONS, type Action } from './actions.ts';
import { RUNS_PATH } from './preview.tsx';

export function ResolveLine({ line, onClose }: { line: Line; onClose: () => void }): ReactNode {
  const { t, word } = useWords();
  // A line is resolved once, whatever is sent.
  const submission = useSubmission<Line>({ key: 'none' });
  const [action, setAction] = useState<Action>(() => offeredFirst(line));
  const [note, setNote] = useState('');
  const [was_sent, setWasSent] = useState(false);
  const { is_busy, error } = submission;
  const lacks_note = action === 'ignore' && note.trim() === '';
  const send = async (): Promise<void> => {
    setWasSent(true);
    if (lacks_note) return;
    const lines_path = `${RUNS_PATH}/${line.run_id}/lines`;
    const answer = await submission.submit({
      path: `${lines_path}/${line.id}/resolve`,
      body: { action, ...(note.trim() === '' ? {} : { note: note.trim() }) },
      findOutcome: async (_refusal, read) => {
        const { lines } = await read<{ lines: Line[] }>(`${lines_path}?after=${line.line_no - 1}&limit=1`);
        return lines.find(({ id, resolution }) => id === line.id && resolution?.action === action) ?? null;
      },
    });
    if (!answer) return;
    sayDone(t('reconciliation.line_resolved', { line_no: line.line_no }));
    onClose();
  };
  return (
    <SubmitDialog
      title={t('reconciliation.resolve_line', { line_no: line.line_no })}
      opened
      onClose={onClose}
      submission={submission}
      submit_label={t('reconciliation.resolve')}
      onSubmit={() => void send()}
      shown_fields={['action', 'note']}
    >
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">
          {word('kind', line.kind)} {line.reference ?? line.provider_txn_id ?? ''}
        </Text>
        <Money minor={line.amount_minor} currency={line.currency} />
      </Group>
      <Choice
        label={t('reconciliation.action')}
        value={action}
        onChange={setAction}
        disabled={is_busy}
        error={fieldError(error, 'action')}
        options={ACTIONS.map((value) => ({ value, label: t(ACTION_NAMES[value]) }))}
        data-autofocus
      />
      <TextInput
        label={t('reconciliation.note')}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
        disabled={is_busy}
        autoComplete="off"
        maxLength={500}
        error={was_sent && lacks_note ? t('movement.say_why') : fieldError(error, 'note')}
      />
    </SubmitDialog>
  );
}

/** What is most often meant, to begin with. */
function offeredFirst({ kind, match_status }: Line): Action {
  if (kind.startsWith('payout')) return 'book_payout';
  if (kind.startsWith('fee')) return 'book_fee';
  return kind === 'payment' && match_status === 'matched' ? 'settle_payment' : 'ignore';
}
