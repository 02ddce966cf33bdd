/** Closes a run; asks first. */
import type { ReactNode } from 'react';
import { useSubmission } from '../../api/submission.ts';
import type { Run } from '../../generated/wire.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { sayDone } from '../../ui/toast.ts';
import { useWords } from '../../words.ts';
import { RUNS_PATH } from './preview.tsx';

export function CloseRun({ run, onClose }: { run: Run; onClose: () => void }): ReactNode {
  const { t } = useWords();
  const submission = useSubmission<Run>({ key: 'none' });
  return (
    <ConfirmDialog
      title={t('reconciliation.close_question')}
      verb={t('reconciliation.close_run')}
      opened
      onClose={onClose}
      submission={submission}
      onConfirm={() => void submission.submit({ path: `${RUNS_PATH}/${run.id}/close` })}
      onDone={() => sayDone(t('reconciliation.run_closed'))}
    >
      {t('reconciliation.close_means', { count: (run.lines ?? 0) - (run.resolved ?? 0) })}
    </ConfirmDialog>
  );
}
