/** Enters a transaction whose confirmation never came; what the provider answers about it counts. */
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useProviders } from '../../api/providers.ts';
import { useSubmit } from '../../api/submit.ts';
import { Choice } from '../../forms/fields/choice.tsx';
import { TextField } from '../../forms/fields/text-field.tsx';
import { useForm } from '../../forms/form.ts';
import { SubmitDialog } from '../../forms/submit-form.tsx';
import { useProviderName } from '../../ui/provider-name.ts';
import { sayDone } from '../../ui/toast.ts';
import { useWords } from '../../words.ts';

export function EnterTransaction({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useWords();
  const providerName = useProviderName();
  const with_paybill = (useProviders() ?? []).filter(({ paybill }) => paybill !== null);
  const submission = useSubmit('paybillConfirmations.create');
  const form = useForm(submission, { provider: '', transaction_id: '' }, ({ transaction_id }) => ({
    transaction_id: transaction_id.trim() === '' && t('unallocated.enter_id'),
  }));
  const provider = form.values.provider || (with_paybill[0]?.name ?? '');
  const save = async (): Promise<void> => {
    const transaction_id = form.values.transaction_id.trim();
    if (!(await submission.submit({ provider, transaction_id }))) return;
    sayDone(t('unallocated.entered', { transaction: transaction_id }));
    onClose();
  };
  return (
    <SubmitDialog
      form={form}
      title={t('unallocated.enter')}
      submitLabel={t('unallocated.ask_again')}
      onSubmit={save}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {t('unallocated.enter_hint')}
      </Text>
      <Choice
        label={t('payments.provider')}
        options={with_paybill.map(({ name }) => ({ value: name, label: providerName(name) }))}
        {...form.field('provider')}
        value={provider}
      />
      <TextField label={t('unallocated.transaction')} maxLength={40} {...form.field('transaction_id')} />
    </SubmitDialog>
  );
}
