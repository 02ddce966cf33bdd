/** Adding somebody to the staff by e-mail, or giving somebody another role. */
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSubmit } from '../../../api/submit.ts';
import { Choice } from '../../../forms/fields/choice.tsx';
import { useForm } from '../../../forms/form.ts';
import { SubmitDialog } from '../../../forms/submit-form.tsx';
import { TextField } from '../../../forms/fields/text-field.tsx';
import type { StaffMember } from '../../../generated/wire.ts';
import { useProjectId } from '../../../session/place.ts';
import { sayDone } from '../../../ui/toast.ts';
import { useWords } from '../../../words.ts';

const ROLES = ['maker', 'checker', 'admin'] as const;
type GivenRole = (typeof ROLES)[number];

export interface StaffDialogProps {
  /** Null: somebody new. */
  member: StaffMember | null;
  onClose: () => void;
}

export function StaffDialog({ member, onClose }: StaffDialogProps): ReactNode {
  const { t, word } = useWords();
  const project = useProjectId();
  const submission = useSubmit('projects.staff.put');
  const form = useForm(submission, {
    email: member?.email ?? '',
    role: (member?.role ?? 'maker') as GivenRole,
  });
  const { email, role } = form.values;
  const send = async (): Promise<void> => {
    const answer = await submission.submit({ project, email: email.trim(), role });
    if (!answer) return;
    const { status, role: given } = answer.data;
    const values = { email: answer.data.email, role: word('role', given) };
    sayDone(t(DONE[status as keyof typeof DONE], values));
    onClose();
  };
  return (
    <SubmitDialog
      form={form}
      title={member ? t('settings.change_role') : t('settings.add_staff')}
      submitLabel={member ? t('settings.change') : t('settings.add')}
      onSubmit={send}
      onClose={onClose}
    >
      <TextField
        label={t('sign_in.email')}
        description={member ? undefined : t('settings.staff_email_hint')}
        type="email"
        isFirst={member === null}
        {...form.field('email')}
        disabled={submission.is_busy || member !== null}
      />
      <Choice
        label={t('settings.role')}
        options={ROLES.map((value) => ({ value, label: word('role', value) }))}
        {...form.field('role')}
      />
      <Text size="sm" c="dimmed">
        {t(ROLE_MEANS[role])}
      </Text>
    </SubmitDialog>
  );
}

const DONE = {
  active: 'settings.staff_has_role',
  invited: 'settings.staff_invited',
  awaiting_approval: 'settings.staff_awaits_approval',
} as const;

const ROLE_MEANS = {
  maker: 'settings.maker_means',
  checker: 'settings.checker_means',
  admin: 'settings.admin_means',
} as const satisfies Record<GivenRole, string>;
