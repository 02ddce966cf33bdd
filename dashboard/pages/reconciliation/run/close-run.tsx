/** Closes a run; asks first. */
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../../forms/confirm-dialog.tsx';
import type { Run } from '../../../generated/wire.ts';
import { sayDone } from '../../../ui/toast.ts';
import { useWords } from '../../../words.ts';

export function CloseRun({ run, onClose }: { run: Run; onClose: () => void }): ReactNode {
  const { t } = useWords();
  return (
    <ConfirmDialog
      title={t('reconciliation.close_question')}
      verb={t('reconciliation.close_run')}
      operation="reconciliation.runs.close"
      input={{ run: run.id }}
      onClose={onClose}
      onDone={() => sayDone(t('reconciliation.run_closed'))}
    >
      {t('reconciliation.close_means', { count: (run.lines ?? 0) - (run.resolved ?? 0) })}
    </ConfirmDialog>
  );
}
