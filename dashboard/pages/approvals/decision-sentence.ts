/** `Approved by Amina Otieno` */
import type { Approval } from '../../generated/wire.ts';
import { useWords } from '../../words.ts';

export function useDecisionSentence(): (approval: Approval) => string {
  const { t } = useWords();
  return ({ status, decided_by }) => {
    const name = decided_by?.name ?? '';
    if (status === 'approved') return t('approvals.approved_by_name', { name });
    return status === 'rejected'
      ? t('approvals.rejected_by_name', { name })
      : t('approvals.cancelled_by_name', { name });
  };
}
