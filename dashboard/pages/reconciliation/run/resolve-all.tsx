/** Decides about all lines that an action fits: shows the progress, and then the result of each line. */
import { Alert, List, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useRead } from '../../../api/reads.ts';
import { useSubmit, type Submission } from '../../../api/submit.ts';
import { Choice } from '../../../forms/fields/choice.tsx';
import { useForm } from '../../../forms/form.ts';
import { given } from '../../../forms/text.rules.ts';
import { SubmitDialog } from '../../../forms/submit-form.tsx';
import { TextField } from '../../../forms/fields/text-field.tsx';
import type { LineResults, Run } from '../../../generated/wire.ts';
import { Loading } from '../../../ui/data-table.tsx';
import { OutcomeFrame } from '../../../ui/outcome.tsx';
import { useWords } from '../../../words.ts';
import { ACTION_NAMES, ACTIONS_FOR_ALL } from './actions.ts';
import { BookedTo, bookedTo, NOT_BOOKED_ELSEWHERE } from './booked-to.tsx';
import { ResolvedSoFar } from './run-facts.tsx';

const LOOK_EVERY_MS = 1_000;
/** Lines that could not be resolved; more are counted. */
const MOST_NAMED = 50;

export function ResolveAll({ run, onClose }: { run: Run; onClose: () => void }): ReactNode {
  const { t } = useWords();
  const input = { run: run.id };
  // A repeat leaves out what is resolved already.
  const submission = useSubmit('reconciliation.runs.resolveAll');
  const form = useForm(submission, {
    action: ACTIONS_FOR_ALL[0] ?? 'settle_payment',
    note: '',
    ...NOT_BOOKED_ELSEWHERE,
  });
  const [resolved_before, setResolvedBefore] = useState(0);
  const { is_busy, data } = submission;
  const { data: now = run, isFetching } = useRead('reconciliation.runs.get', input, {
    every_ms: () => is_busy && LOOK_EVERY_MS,
  });
  // Before the latest decision is read, the count would be of an older state.
  const is_read = !isFetching;
  const { action, note } = form.values;
  return (
    <SubmitDialog
      form={form}
      title={t('reconciliation.resolve_all')}
      submitLabel={t('reconciliation.resolve_all')}
      busyLabel={t('reconciliation.resolving')}
      onSubmit={() => {
        setResolvedBefore(now.resolved ?? 0);
        void submission.submit({ ...input, action, note: given(note), ...bookedTo(form.values) });
      }}
      onClose={onClose}
      disabled={!is_read && !is_busy}
      outcome={
        data && (
          <Results
            answer={data}
            resolved={resolvedCount(submission, is_read ? (now.resolved ?? 0) - resolved_before : undefined)}
            onClose={onClose}
          />
        )
      }
    >
      <Text size="sm">{t('reconciliation.resolve_all_means')}</Text>
      <Choice
        label={t('reconciliation.action')}
        options={ACTIONS_FOR_ALL.map((value) => ({ value, label: t(ACTION_NAMES[value]) }))}
        data-autofocus
        {...form.field('action')}
      />
      <BookedTo form={form} currency={run.currency ?? ''} />
      <TextField label={t('reconciliation.note')} maxLength={500} {...form.field('note')} />
      {is_busy && <ResolvedSoFar run={now} />}
    </SubmitDialog>
  );
}

/**
 * How many lines the decision has resolved. The answer to a repeat leaves out those that the first request resolved; then the
 * run tells how many more of its lines are resolved.
 * @param resolved_since how many more lines of the run are resolved than before the request; undefined until it is known
 * @returns undefined until it is known
 */
function resolvedCount(
  { data, is_repeat }: Submission<'reconciliation.runs.resolveAll'>,
  resolved_since: number | undefined,
): number | undefined {
  if (is_repeat) return resolved_since;
  return data?.results.filter(({ ok, approval_id }) => ok && approval_id === undefined).length;
}

interface ResultsProps {
  answer: LineResults;
  resolved: number | undefined;
  onClose: () => void;
}

function Results({ answer, resolved, onClose }: ResultsProps): ReactNode {
  const { t, reason } = useWords();
  const refused = answer.results.filter(({ ok }) => !ok);
  const waiting = answer.results.filter(({ approval_id }) => approval_id !== undefined);
  return (
    <OutcomeFrame onClose={onClose}>
      {resolved === undefined ? (
        <Loading />
      ) : (
        <Alert role="status" color="teal" variant="light">
          <Text fw={600}>
            {resolved === 0 && refused.length === 0 && waiting.length === 0
              ? t('reconciliation.none_fits')
              : t('reconciliation.resolved_count', { count: resolved })}
          </Text>
        </Alert>
      )}
      {waiting.length > 0 && (
        <Alert role="note" color="yellow" variant="light">
          {t('reconciliation.awaiting_count', { count: waiting.length })}
        </Alert>
      )}
      {refused.length > 0 && (
        <Alert role="alert" color="red" variant="light">
          <Text size="sm" fw={600}>
            {t('reconciliation.not_resolved', { count: refused.length })}
          </Text>
          <List size="sm" mt={4}>
            {refused.slice(0, MOST_NAMED).map(({ id, line_no, error, message }) => (
              <List.Item key={id}>
                {t('error.line', { line_no })}: {reason(error, message ?? '')}
              </List.Item>
            ))}
            {refused.length > MOST_NAMED && (
              <List.Item>{t('error.more', { count: refused.length - MOST_NAMED })}</List.Item>
            )}
          </List>
        </Alert>
      )}
    </OutcomeFrame>
  );
}
