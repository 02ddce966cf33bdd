/** Adding somebody to the staff by e-mail, or giving somebody another role. */
import { Text, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useSubmission } from '../../api/submission.ts';
import type { StaffMember } from '../../generated/wire.ts';
import { Choice } from '../../ui/choice.tsx';
import { fieldError } from '../../ui/error-alert.tsx';
import { SubmitDialog } from '../../ui/submit-dialog.tsx';
import { sayDone } from '../../ui/toast.ts';
import { useWords } from '../../words.ts';
import { useProjectPath } from './project.ts';

const ROLES = ['maker', 'checker', 'admin'] as const;
type GivenRole = (typeof ROLES)[number];

export interface StaffDialogProps {
  /** Null: somebody new. */
  member: StaffMember | null;
  onClose: () => void;
}

export function StaffDialog({ member, onClose }: StaffDialogProps): ReactNode {
  const { t, word } = useWords();
  const path = useProjectPath('/staff');
  const submission = useSubmission<StaffMember>({ key: 'none' });
  const [email, setEmail] = useState(member?.email ?? '');
  const [role, setRole] = useState<GivenRole>((member?.role ?? 'maker') as GivenRole);
  const { is_busy, error } = submission;
  const send = async (): Promise<void> => {
    const answer = await submission.submit({ path, body: { email: email.trim(), role } });
    if (!answer) return;
    const { status, role: given } = answer.data;
    const values = { email: answer.data.email, role: word('role', given) };
    sayDone(t(status === 'invited' ? 'settings.staff_invited' : 'settings.staff_has_role', values));
    onClose();
  };
  return (
    <SubmitDialog
      title={member ? t('settings.change_role') : t('settings.add_staff')}
      opened
      onClose={onClose}
      submission={submission}
      submit_label={member ? t('settings.change') : t('settings.add')}
      busy_label={t('submit.working')}
      onSubmit={() => void send()}
      shown_fields={['email', 'role']}
    >
      <TextInput
        label={t('sign_in.email')}
        description={member ? undefined : t('settings.staff_email_hint')}
        type="email"
        autoComplete="off"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        error={fieldError(error, 'email')}
        disabled={is_busy || member !== null}
        data-autofocus={member === null || undefined}
      />
      <Choice
        label={t('settings.role')}
        options={ROLES.map((value) => ({ value, label: word('role', value) }))}
        value={role}
        onChange={setRole}
        error={fieldError(error, 'role')}
        disabled={is_busy}
      />
      <Text size="sm" c="dimmed">
        {t(ROLE_MEANS[role])}
      </Text>
    </SubmitDialog>
  );
}

const ROLE_MEANS = {
  maker: 'settings.maker_means',
  checker: 'settings.checker_means',
  admin: 'settings.admin_means',
} as const satisfies Record<GivenRole, string>;
