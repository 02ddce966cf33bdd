/** A member leaves: savings and shares are paid out in cash once a second person approves. */
import { useState, type ReactNode } from 'react';
import type { Member } from '../../../generated/wire.ts';
import { Money } from '../../../money/money.tsx';
import { MemoDialog } from '../../../movement/memo-dialog.tsx';
import { useWords } from '../../../words.ts';

export interface ExitDialogProps {
  member: Member;
  currency: string;
  onClose: () => void;
}

export function ExitDialog({ member, currency, onClose }: ExitDialogProps): ReactNode {
  const { t } = useWords();
  // The holdings when the dialog opened: the page behind it is read again.
  const [held_minor] = useState(() => BigInt(member.savings_minor) + BigInt(member.shares_minor));
  return (
    <MemoDialog
      title={t('members.exit')}
      verb={t('members.exit')}
      operation="sacco.members.exit"
      input={{ member: member.id }}
      done={t('members.exited')}
      onClose={onClose}
    >
      {t('members.exit_means', { name: member.full_name })} <Money minor={held_minor} currency={currency} />
    </MemoDialog>
  );
}
