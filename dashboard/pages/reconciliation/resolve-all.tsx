/** Decides about all lines that an action fits: says how far that is while it lasts, and then what became of each line. */
import { Alert, Button, Group, List, Stack, Text, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useRead } from '../../api/reads.ts';
import { useSubmission, type SubmissionState } from '../../api/submission.ts';
import type { LineResults, Run } from '../../generated/wire.ts';
import { Choice } from '../../ui/choice.tsx';
import { Loading } from '../../ui/data-table.tsx';
import { SubmitDialog } from '../../ui/submit-dialog.tsx';
import { useWords } from '../../words.ts';
import { ACTION_NAMES, ACTIONS_FOR_ALL, type Action } from './actions.ts';
import { RUNS_PATH } from './preview.tsx';
import { ResolvedSoFar } from './run-facts.tsx';

const LOOK_EVERY_MS = 1_000;
/** Lines that could not be resolved; more are counted. */
const MOST_NAMED = 50;

export function ResolveAll({ run, onClose }: { run: Run; onClose: () => void }): ReactNode {
  const { t } = useWords();
  // What is resolved already is left out when it is sent again.
  const submission = useSubmission<LineResults>({ key: 'none' });
  const [action, setAction] = useState<Action>('settle_payment');
  const [note, setNote] = useState('');
  const [resolved_before, setResolvedBefore] = useState(0);
  const { state, is_busy, data } = submission;
  const progress = useRead<Run>(is_busy ? `${RUNS_PATH}/${run.id}` : null, { every_ms: LOOK_EVERY_MS });
  const resolved = useResolvedCount(state, run.id, resolved_before);
  const send = (): void => {
    setResolvedBefore(run.resolved ?? 0);
    void submission.submit({
      path: `${RUNS_PATH}/${run.id}/resolve-all`,
      body: { action, ...(note.trim() === '' ? {} : { note: note.trim() }) },
    });
  };
  return (
    <SubmitDialog
      title={t('reconciliation.resolve_all')}
      opened
      onClose={onClose}
      submission={submission}
      submit_label={t('reconciliation.resolve_all')}
      busy_label={t('reconciliation.resolving')}
      onSubmit={send}
      outcome={data && <Results answer={data} resolved={resolved} onClose={onClose} />}
    >
      <Text size="sm">{t('reconciliation.resolve_all_means')}</Text>
      <Choice
        label={t('reconciliation.action')}
        value={action}
        onChange={setAction}
        disabled={is_busy}
        options={ACTIONS_FOR_ALL.map((value) => ({ value, label: t(ACTION_NAMES[value]) }))}
        data-autofocus
      />
      <TextInput
        label={t('reconciliation.note')}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
        disabled={is_busy}
        autoComplete="off"
        maxLength={500}
      />
      {is_busy && <ResolvedSoFar run={progress.data ?? run} />}
    </SubmitDialog>
  );
}

/**
 * How many lines the decision has resolved. The answer to a repeat leaves out those that the first sending resolved; then the
 * run tells how many more of its lines are resolved.
 * @returns undefined until it is known
 */
function useResolvedCount(
  state: SubmissionState<LineResults>,
  run_id: string,
  resolved_before: number,
): number | undefined {
  const is_repeat = state.step === 'answered' && state.is_repeat;
  const { data: now, isFetching } = useRead<Run>(is_repeat ? `${RUNS_PATH}/${run_id}` : null);
  if (state.step !== 'answered') return undefined;
  if (!is_repeat) return state.answer.data.results.filter(({ ok }) => ok).length;
  return isFetching || !now ? undefined : (now.resolved ?? 0) - resolved_before;
}

interface ResultsProps {
  answer: LineResults;
  resolved: number | undefined;
  onClose: () => void;
}

function Results({ answer, resolved, onClose }: ResultsProps): ReactNode {
  const { t, reason } = useWords();
  const refused = answer.results.filter(({ ok }) => !ok);
  return (
    <Stack>
      {resolved === undefined ? (
        <Loading />
      ) : (
        <Alert role="status" color="teal" variant="light">
          <Text fw={600}>
            {resolved === 0 && refused.length === 0
              ? t('reconciliation.none_fits')
              : t('reconciliation.resolved_count', { count: resolved })}
          </Text>
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
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus autoFocus>
          {t('dialog.done')}
        </Button>
      </Group>
    </Stack>
  );
}
