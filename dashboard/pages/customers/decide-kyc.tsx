/** The decision about a customer's KYC: a tier is approved, or what was shown is rejected with a note. */
import type { ReactNode } from 'react';
import type { Customer } from '../../generated/wire.ts';
import { useWords } from '../../words.ts';
import { DecisionDialog } from './decision-dialog.tsx';

export type KycChoice = { decision: 'approve'; tier: number } | { decision: 'reject' };

export interface DecideKycProps {
  customer: Customer;
  choice: KycChoice;
  onClose: () => void;
}

export function DecideKyc({ customer, choice, onClose }: DecideKycProps): ReactNode {
  const { t } = useWords();
  const shared = { path: `/api/v1/customers/${customer.id}/kyc`, body: choice, onClose };
  const name = customer.full_name;
  if (choice.decision === 'reject') {
    const values = { name, tier: customer.kyc_tier };
    return (
      <DecisionDialog
        {...shared}
        is_rejection
        title={t('requirements.reject_question', values)}
        verb={t('requirements.reject')}
        done={t('requirements.rejected', values)}
      >
        {t('requirements.reject_meaning')}
      </DecisionDialog>
    );
  }
  const { tier } = choice;
  const is_lower = tier < customer.kyc_tier;
  return (
    <DecisionDialog
      {...shared}
      is_rejection={false}
      title={t('requirements.approve_question', { name, tier })}
      verb={t(is_lower ? 'requirements.lower' : 'requirements.approve', { tier })}
      done={t('requirements.approved', { name, tier })}
    >
      {t(is_lower ? 'requirements.lower_meaning' : 'requirements.approve_meaning', { tier })}
    </DecisionDialog>
  );
}
