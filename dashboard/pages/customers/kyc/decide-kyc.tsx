/** The decision about a customer's KYC: a tier is approved, or the verification is rejected with a note. */
import type { ReactNode } from 'react';
import type { Customer } from '../../../generated/wire.ts';
import { useWords } from '../../../words.ts';
import { DecisionDialog } from '../decision-dialog.tsx';

export type KycChoice = { decision: 'approve'; tier: number } | { decision: 'reject' };

export interface DecideKycProps {
  customer: Customer;
  choice: KycChoice;
  onClose: () => void;
}

export function DecideKyc({ customer, choice, onClose }: DecideKycProps): ReactNode {
  const { t } = useWords();
  const shared = {
    operation: 'customers.kyc.decide',
    input: { customer: customer.id, ...choice },
    onClose,
  } as const;
  const name = customer.full_name;
  if (choice.decision === 'reject') {
    const values = { name, tier: customer.kyc_tier };
    return (
      <DecisionDialog
        {...shared}
        isRejection
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
      isRejection={false}
      title={t('requirements.approve_question', { name, tier })}
      verb={t(is_lower ? 'requirements.lower' : 'requirements.approve', { tier })}
      done={t('requirements.approved', { name, tier })}
    >
      {t(is_lower ? 'requirements.lower_meaning' : 'requirements.approve_meaning', { tier })}
    </DecisionDialog>
  );
}
