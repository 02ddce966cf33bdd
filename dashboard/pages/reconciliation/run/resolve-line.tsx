/** Decides about one line. The API decides which actions fit it. */
import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSubmit } from '../../../api/submit.ts';
import { Choice } from '../../../forms/fields/choice.tsx';
import { useForm } from '../../../forms/form.ts';
import { given } from '../../../forms/text.rules.ts';
import { SubmitDialog } from '../../../forms/submit-form.tsx';
import { TextField } from '../../../forms/fields/text-field.tsx';
import type { Line } from '../../../generated/wire.ts';
import { Money } from '../../../money/money.tsx';
import { sayDone } from '../../../ui/toast.ts';
import { useWords } from '../../../words.ts';
import { ACTION_NAMES, ACTIONS, type Action } from './actions.ts';
import { BookedTo, bookedTo, NOT_BOOKED_ELSEWHERE } from './booked-to.tsx';

export function ResolveLine({ line, onClose }: { line: Line; onClose: () => void }): ReactNode {
  const { t, word } = useWords();
  const run = line.run_id;
  // A line is resolved once, whatever is sent.
  const submission = useSubmit('reconciliation.lines.resolve', {
    findOutcome: async (_refusal, read, { action }) => {
      const after = String(line.line_no - 1);
      const { lines } = await read('reconciliation.lines.list', { run, after, limit: 1 });
      const data = lines.find(({ id, resolution }) => id === line.id && resolution?.action === action);
      return data ? { data } : null;
    },
  });
  const form = useForm(
    submission,
    { action: offeredFirst(line), note: '', ...NOT_BOOKED_ELSEWHERE },
    ({ action, note }) => ({
      note: action === 'ignore' && note.trim() === '' && t('movement.say_why'),
    }),
  );
  const { action, note } = form.values;
  const send = async (): Promise<void> => {
    const answer = await submission.submit({
      run,
      line: line.id,
      action,
      note: given(note),
      ...bookedTo(form.values),
    });
    if (!answer) return;
    const waits = answer.data.state === 'awaiting_approval';
    sayDone(
      waits ? t('settings.awaits_approval') : t('reconciliation.line_resolved', { line_no: line.line_no }),
    );
    onClose();
  };
  return (
    <SubmitDialog
      form={form}
      title={t('reconciliation.resolve_line', { line_no: line.line_no })}
      submitLabel={t('reconciliation.resolve')}
      onSubmit={send}
      onClose={onClose}
      isMovement
    >
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">
          {word('kind', line.kind)} {line.reference ?? line.provider_txn_id ?? ''}
        </Text>
        <Money minor={line.amount_minor} currency={line.currency} />
      </Group>
      <Choice
        label={t('reconciliation.action')}
        options={ACTIONS.map((value) => ({ value, label: t(ACTION_NAMES[value]) }))}
        data-autofocus
        {...form.field('action')}
      />
      <BookedTo form={form} currency={line.currency} />
      <TextField label={t('reconciliation.note')} maxLength={500} {...form.field('note')} />
    </SubmitDialog>
  );
}

/** The most likely action. */
function offeredFirst({ kind, match_status }: Line): Action {
  if (kind.startsWith('payout')) return 'book_payout';
  if (kind.startsWith('fee')) return 'book_fee';
  return kind === 'payment' && match_status === 'matched' ? 'settle_payment' : 'ignore';
}
