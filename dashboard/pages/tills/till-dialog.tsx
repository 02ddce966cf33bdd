/** A new till, or another name for one; a till that nobody uses is set aside. */
import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSubmit } from '../../api/submit.ts';
import { useForm } from '../../forms/form.ts';
import { SubmitDialog } from '../../forms/submit-form.tsx';
import { TextField } from '../../forms/fields/text-field.tsx';
import type { Till } from '../../generated/wire.ts';
import { useWords } from '../../words.ts';

const MAX_NAME_LENGTH = 60;

export interface TillDialogProps {
  /** Null: a new one. */
  till: Till | null;
  onClose: () => void;
}

export function TillDialog({ till, onClose }: TillDialogProps): ReactNode {
  const { t } = useWords();
  const creation = useSubmit('sacco.tills.create', { once: true });
  const change = useSubmit('sacco.tills.change');
  const initial = { name: till?.name ?? '', branch: till?.branch ?? '', active: till?.active ?? true };
  const form = useForm(till ? change : creation, initial, ({ name }) => ({
    name: name.trim() === '' && t('tills.name_it'),
  }));
  const { active } = form.values;
  const name = form.values.name.trim();
  const branch = form.values.branch.trim();
  const save = async (): Promise<void> => {
    const answer = till
      ? await change.submit({ till: till.id, name, branch: branch === '' ? null : branch, active })
      : await creation.submit({ name, ...(branch === '' ? {} : { branch }) });
    if (answer) onClose();
  };
  return (
    <SubmitDialog
      form={form}
      title={till ? t('tills.change_till', { name: till.name }) : t('tills.new')}
      submitLabel={t('tills.save')}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField label={t('tills.name')} maxLength={MAX_NAME_LENGTH} isFirst {...form.field('name')} />
      <TextField label={t('tills.branch_optional')} maxLength={MAX_NAME_LENGTH} {...form.field('branch')} />
      {till && (
        <Checkbox
          label={t('tills.in_use')}
          checked={active}
          onChange={(event) => form.change({ active: event.currentTarget.checked })}
        />
      )}
    </SubmitDialog>
  );
}
