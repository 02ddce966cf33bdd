/** Takes the entrance fee that was left unpaid at joining: joining again with the fee pays it, once. */
import type { ReactNode } from 'react';
import { useSubmission } from '../../api/submission.ts';
import type { Member } from '../../generated/wire.ts';
import { formatMoney } from '../../money/money.rules.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { sayDone } from '../../ui/toast.ts';
import { useWords } from '../../words.ts';

export interface EntranceFeeDialogProps {
  member: Member;
  fee_minor: Member['savings_minor'];
  currency: string;
  opened: boolean;
  onClose: () => void;
}

export function EntranceFeeDialog({
  member,
  fee_minor,
  currency,
  opened,
  onClose,
}: EntranceFeeDialogProps): ReactNode {
  const { t } = useWords();
  const submission = useSubmission<Member>({ key: 'none' });
  const amount = formatMoney(fee_minor, currency);
  const body = { customer_id: member.customer_id, pay_entrance_fee: true };
  return (
    <ConfirmDialog
      title={t('members.take_fee')}
      verb={t('members.take_fee')}
      opened={opened}
      onClose={onClose}
      submission={submission}
      onConfirm={() => void submission.submit({ path: '/api/v1/sacco/members', body })}
      is_danger={false}
      onDone={() => sayDone(t('members.fee_taken', { amount }))}
      is_movement
    >
      {t('members.take_fee_means', { name: member.full_name, amount })}
    </ConfirmDialog>
  );
}
