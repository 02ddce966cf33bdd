/** Releases a hold; asks first. */
import type { ReactNode } from 'react';
import { seenAt } from '../../../api/lost-answer.ts';
import { ConfirmDialog } from '../../../forms/confirm-dialog.tsx';
import type { Hold } from '../../../generated/wire.ts';
import { formatMoney } from '../../../money/money.rules.ts';
import { sayDone } from '../../../ui/toast.ts';
import { useWords } from '../../../words.ts';

export function VoidHold({ hold, onClose }: { hold: Hold; onClose: () => void }): ReactNode {
  const { t } = useWords();
  const amount = formatMoney(hold.amount_minor, hold.currency);
  const input = { hold: hold.id };
  return (
    <ConfirmDialog
      title={t('ledger.void_question')}
      verb={t('ledger.void')}
      operation="ledger.holds.void"
      input={input}
      findOutcome={seenAt('ledger.holds.get', input, ({ status }) => status === 'voided')}
      onClose={onClose}
      onDone={() => sayDone(t('ledger.voided', { amount }))}
    >
      {t('ledger.void_means', { amount })}
    </ConfirmDialog>
  );
}
