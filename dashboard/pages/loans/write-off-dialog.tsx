/** Writes off a loan: asks first, and a second person decides. */
import type { ReactNode } from 'react';
import type { Loan } from '../../generated/wire.ts';
import { formatMoney } from '../../money/money.rules.ts';
import { MemoDialog } from '../../movement/memo-dialog.tsx';
import { useWords } from '../../words.ts';

export function WriteOffDialog({ loan, onClose }: { loan: Loan; onClose: () => void }): ReactNode {
  const { t } = useWords();
  const amount = formatMoney(loan.payoff_minor, loan.currency);
  return (
    <MemoDialog
      title={t('loans.write_off_question')}
      verb={t('loans.write_off')}
      operation="sacco.loans.writeOff"
      input={{ loan: loan.id }}
      done={t('loans.written_off', { amount })}
      onClose={onClose}
    >
      {t('loans.write_off_means', { amount, name: loan.member.full_name })}
    </MemoDialog>
  );
}
