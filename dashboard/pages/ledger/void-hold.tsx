/** Releases a hold; asks first. */
import type { ReactNode } from 'react';
import { seenAt } from '../../api/lost-answer.ts';
import { useSubmission } from '../../api/submission.ts';
import type { Hold } from '../../generated/wire.ts';
import { formatMoney } from '../../money/money.rules.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { sayDone } from '../../ui/toast.ts';
import { useWords } from '../../words.ts';

export function VoidHold({ hold, onClose }: { hold: Hold; onClose: () => void }): ReactNode {
  const { t } = useWords();
  const submission = useSubmission<Hold>({ key: 'none' });
  const amount = formatMoney(hold.amount_minor, hold.currency);
  const path = `/api/v1/ledger/holds/${hold.id}`;
  const release = (): void =>
    void submission.submit({
      path: `${path}/void`,
      findOutcome: seenAt<Hold>(path, ({ status }) => status === 'voided'),
    });
  return (
    <ConfirmDialog
      title={t('ledger.void_question')}
      verb={t('ledger.void')}
      opened
      onClose={onClose}
      submission={submission}
      onConfirm={release}
      onDone={() => sayDone(t('ledger.voided', { amount }))}
    >
      {t('ledger.void_means', { amount })}
    </ConfirmDialog>
  );
}
