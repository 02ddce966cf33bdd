/** Asks before a member is suspended. */
import type { ReactNode } from 'react';
import { useSubmission } from '../../api/submission.ts';
import type { Member } from '../../generated/wire.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useWords } from '../../words.ts';

export interface SuspendDialogProps {
  member: Member;
  opened: boolean;
  onClose: () => void;
}

export function SuspendDialog({ member, opened, onClose }: SuspendDialogProps): ReactNode {
  const { t } = useWords();
  const submission = useSubmission<Member>({ key: 'none' });
  return (
    <ConfirmDialog
      title={t('members.suspend')}
      verb={t('members.suspend')}
      opened={opened}
      onClose={onClose}
      submission={submission}
      onConfirm={() => void submission.submit({ path: `/api/v1/sacco/members/${member.id}/suspend` })}
    >
      {t('members.suspend_means', { name: member.full_name })}
    </ConfirmDialog>
  );
}
