/** Asks, with the amount, before what is suggested for a line is carried out: the same request as by hand. */
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useForm } from '../../../forms/form.ts';
import { SubmitDialog } from '../../../forms/submit-form.tsx';
import type { Line } from '../../../generated/wire.ts';
import { formatMoney } from '../../../money/money.rules.ts';
import { useWords } from '../../../words.ts';
import type { Suggestion } from './actions.ts';
import { BookedTo, bookedTo, NOT_BOOKED_ELSEWHERE } from './booked-to.tsx';
import { Ours, Theirs } from './side-by-side.tsx';
import { useResolution } from './use-resolution.ts';

export interface AcceptSuggestionProps {
  line: Line;
  suggestion: Suggestion;
  onClose: () => void;
  onDone: () => void;
}

export function AcceptSuggestion(props: AcceptSuggestionProps): ReactNode {
  const { line, suggestion, onClose, onDone } = props;
  const { action, name, why } = suggestion;
  const { t } = useWords();
  const { submission, resolve } = useResolution(line, onDone);
  const form = useForm(submission, { action, ...NOT_BOOKED_ELSEWHERE });
  const what = { action: t(name), amount: amountOf(line) };
  return (
    <SubmitDialog
      form={form}
      title={t('reconciliation.accept_question', what)}
      submitLabel={`${what.action} ${what.amount}`}
      onSubmit={() => resolve({ action, ...bookedTo(form.values) })}
      onClose={onClose}
      isMovement
      submitsAtOnce
    >
      <Theirs line={line} />
      {line.ours && <Ours line={line} />}
      <Text size="sm">{t(why)}</Text>
      <BookedTo form={form} currency={line.currency} />
    </SubmitDialog>
  );
}

/** What is moved: of a payment its own amount, which is the same. */
function amountOf({ amount_minor, currency }: Line): string {
  return formatMoney(Math.abs(amount_minor), currency);
}
