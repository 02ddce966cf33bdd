/** Decides about one line. The API decides which actions fit it. */
import type { ReactNode } from 'react';
import { Choice } from '../../../forms/fields/choice.tsx';
import { TextField } from '../../../forms/fields/text-field.tsx';
import { useForm } from '../../../forms/form.ts';
import { SubmitDialog } from '../../../forms/submit-form.tsx';
import { given } from '../../../forms/text.rules.ts';
import type { Line } from '../../../generated/wire.ts';
import { useWords } from '../../../words.ts';
import { ACTION_NAMES, ACTIONS, suggestionOf } from './actions.ts';
import { BookedTo, bookedTo, NOT_BOOKED_ELSEWHERE } from './booked-to.tsx';
import { Ours, Theirs } from './side-by-side.tsx';
import { useResolution } from './use-resolution.ts';

export interface ResolveLineProps {
  line: Line;
  onClose: () => void;
  onDone: () => void;
}

export function ResolveLine({ line, onClose, onDone }: ResolveLineProps): ReactNode {
  const { t } = useWords();
  const { submission, resolve } = useResolution(line, onDone);
  const offered_first = suggestionOf(line)?.action ?? 'ignore';
  const form = useForm(
    submission,
    { action: offered_first, note: '', ...NOT_BOOKED_ELSEWHERE },
    ({ action, note }) => ({
      note: action === 'ignore' && note.trim() === '' && t('movement.say_why'),
    }),
  );
  const { action, note } = form.values;
  return (
    <SubmitDialog
      form={form}
      title={t('reconciliation.resolve_line', { line_no: line.line_no })}
      submitLabel={t('reconciliation.resolve')}
      onSubmit={() => resolve({ action, note: given(note), ...bookedTo(form.values) })}
      onClose={onClose}
      isMovement
    >
      <Theirs line={line} />
      {line.ours && <Ours line={line} />}
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
