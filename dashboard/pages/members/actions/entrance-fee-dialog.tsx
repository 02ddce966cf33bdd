/** Takes the entrance fee that was left unpaid at registration: registering again with the fee pays it, once. */
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../../forms/confirm-dialog.tsx';
import type { Member } from '../../../generated/wire.ts';
import { formatMoney } from '../../../money/money.rules.ts';
import { sayDone } from '../../../ui/toast.ts';
import { useWords } from '../../../words.ts';

export interface EntranceFeeDialogProps {
  member: Member;
  feeMinor: number;
  currency: string;
  onClose: () => void;
}

export function EntranceFeeDialog(props: EntranceFeeDialogProps): ReactNode {
  const { member, feeMinor, currency, onClose } = props;
  const { t } = useWords();
  const amount = formatMoney(feeMinor, currency);
  return (
    <ConfirmDialog
      title={t('members.take_fee')}
      verb={t('members.take_fee')}
      operation="sacco.members.join"
      input={{ customer_id: member.customer_id, pay_entrance_fee: true }}
      onClose={onClose}
      onDone={() => sayDone(t('members.fee_taken', { amount }))}
      isDanger={false}
      isMovement
    >
      {t('members.take_fee_means', { name: member.full_name, amount })}
    </ConfirmDialog>
  );
}
