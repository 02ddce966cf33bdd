/** Asks before a member is suspended. */
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../../forms/confirm-dialog.tsx';
import type { Member } from '../../../generated/wire.ts';
import { useWords } from '../../../words.ts';

export function SuspendDialog({ member, onClose }: { member: Member; onClose: () => void }): ReactNode {
  const { t } = useWords();
  return (
    <ConfirmDialog
      title={t('members.suspend')}
      verb={t('members.suspend')}
      operation="sacco.members.suspend"
      input={{ member: member.id }}
      onClose={onClose}
    >
      {t('members.suspend_means', { name: member.full_name })}
    </ConfirmDialog>
  );
}
