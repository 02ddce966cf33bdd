/** A document that a customer has shown: its number and its picture are stored sealed. */
import { SimpleGrid } from '@mantine/core';
import type { ReactNode } from 'react';
import { useUpload } from '../../../api/files.ts';
import { useSubmit } from '../../../api/submit.ts';
import { Choice } from '../../../forms/fields/choice.tsx';
import { FileField } from '../../../forms/fields/file-field.tsx';
import { useForm } from '../../../forms/form.ts';
import { given } from '../../../forms/text.rules.ts';
import { SubmitDialog } from '../../../forms/submit-form.tsx';
import { DateField } from '../../../forms/fields/date-field.tsx';
import { TextField } from '../../../forms/fields/text-field.tsx';
import type { Customer } from '../../../generated/wire.ts';
import { ErrorAlert } from '../../../ui/faults/error-alert.tsx';
import { sayDone } from '../../../ui/toast.ts';
import { useWords } from '../../../words.ts';

const PERSONAL = ['national_id', 'kebele_id', 'passport', 'driving_licence', 'residence_permit'];
const OF_BUSINESSES = ['business_licence', 'tin_certificate'];
const TYPES: Record<string, string[]> = {
  individual: [...PERSONAL, 'proof_of_address', ...OF_BUSINESSES],
  business: [...OF_BUSINESSES, 'proof_of_address', ...PERSONAL],
};
const EMPTY = { number: '', issuing_country: '', expires_on: '', file: null as File | null };

export function AddDocument({ customer, onClose }: { customer: Customer; onClose: () => void }): ReactNode {
  const { t, word } = useWords();
  const types = TYPES[customer.kind] ?? [];
  const submission = useSubmit('customers.documents.create', { once: true });
  const form = useForm(submission, { doc_type: types[0] ?? '', ...EMPTY }, ({ number }) => ({
    number: number.trim() === '' && t('documents.number_missing'),
  }));
  const { doc_type, number, issuing_country, expires_on, file } = form.values;
  const uploading = useUpload();
  const field = form.field('file', 'file_id');
  const add = async (): Promise<void> => {
    const file_id = file && (await uploading.upload(file, 'kyc_document'));
    if (file && file_id === null) return;
    const answer = await submission.submit({
      customer: customer.id,
      doc_type,
      number: number.trim(),
      issuing_country: given(issuing_country.toUpperCase()),
      expires_on: given(expires_on),
      ...(file_id === null ? {} : { file_id }),
    });
    if (!answer) return;
    sayDone(t('documents.added', { type: word('doc_type', doc_type) }));
    onClose();
  };
  return (
    <SubmitDialog
      form={form}
      title={t('documents.add')}
      submitLabel={t('documents.add')}
      onSubmit={add}
      onClose={onClose}
      size="lg"
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <Choice
          label={t('documents.type')}
          options={types.map((value) => ({ value, label: word('doc_type', value) }))}
          {...form.field('doc_type')}
        />
        <TextField label={t('documents.number')} maxLength={64} isFirst {...form.field('number')} />
        <TextField
          label={t('documents.country_optional')}
          maxLength={2}
          placeholder="KE"
          {...form.field('issuing_country')}
        />
        <DateField label={t('documents.expires_optional')} {...form.field('expires_on')} />
      </SimpleGrid>
      <FileField
        label={t('documents.file_optional')}
        {...field}
        disabled={field.disabled || uploading.is_busy}
      />
      <ErrorAlert error={uploading.error} />
    </SubmitDialog>
  );
}
