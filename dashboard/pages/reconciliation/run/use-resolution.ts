/** Sends the decision about one line. A line is resolved once, whatever is sent. */
import type { InputOf } from '../../../api/operations.ts';
import { useSubmit, type Submission } from '../../../api/submit.ts';
import type { Line } from '../../../generated/wire.ts';
import { sayDone } from '../../../ui/toast.ts';
import { useWords } from '../../../words.ts';

type Operation = 'reconciliation.lines.resolve';
type Decision = Omit<InputOf<Operation>, 'run' | 'line'>;

interface Resolution {
  submission: Submission<Operation>;
  resolve: (decision: Decision) => Promise<void>;
}

/** @param onDone once it is resolved, or waits for a second person */
export function useResolution(line: Line, onDone: () => void): Resolution {
  const { t } = useWords();
  const run = line.run_id;
  const submission = useSubmit('reconciliation.lines.resolve', {
    findOutcome: async (_refusal, read, { action }) => {
      const after = String(line.line_no - 1);
      const { lines } = await read('reconciliation.lines.list', { run, after, limit: 1 });
      const data = lines.find(({ id, resolution }) => id === line.id && resolution?.action === action);
      return data ? { data } : null;
    },
  });
  const resolve = async (decision: Decision): Promise<void> => {
    const answer = await submission.submit({ run, line: line.id, ...decision });
    if (!answer) return;
    const waits = answer.data.state === 'awaiting_approval';
    sayDone(
      waits ? t('settings.awaits_approval') : t('reconciliation.line_resolved', { line_no: line.line_no }),
    );
    onDone();
  };
  return { submission, resolve };
}
