/** A document that a customer has shown: its number is sealed, its file stays in the project's own storage. */
import { SimpleGrid, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useSubmission } from '../../api/submission.ts';
import type { Customer, Document } from '../../generated/wire.ts';
import { Choice } from '../../ui/choice.tsx';
import { fieldError } from '../../ui/error-alert.tsx';
import { SubmitDialog } from '../../ui/submit-dialog.tsx';
import { sayDone } from '../../ui/toast.ts';
import { useWords } from '../../words.ts';

const PERSONAL = ['national_id', 'kebele_id', 'passport', 'driving_licence', 'residence_permit'];
const OF_BUSINESSES = ['business_licence', 'tin_certificate'];
const TYPES: Record<string, string[]> = {
  individual: [...PERSONAL, 'proof_of_address', ...OF_BUSINESSES],
  business: [...OF_BUSINESSES, 'proof_of_address', ...PERSONAL],
};
const NO_FIELDS = { number: '', issuing_country: '', expires_on: '', file_url: '', file_sha256: '' };
const FIELDS = Object.keys(NO_FIELDS);

export function AddDocument({ customer, onClose }: { customer: Customer; onClose: () => void }): ReactNode {
  const { t, word } = useWords();
  const types = TYPES[customer.kind] ?? [];
  const submission = useSubmission<Document>({ key: 'once' });
  const [doc_type, setDocType] = useState(types[0] ?? '');
  const [fields, setFields] = useState(NO_FIELDS);
  const [was_sent, setWasSent] = useState(false);
  const { is_busy, error } = submission;
  const lacks_number = fields.number.trim() === '';
  const add = async (): Promise<void> => {
    setWasSent(true);
    if (lacks_number) return;
    const given = Object.entries({ ...fields, issuing_country: fields.issuing_country.toUpperCase() })
      .map(([name, text]) => [name, text.trim()] as const)
      .filter(([, text]) => text !== '');
    const answer = await submission.submit({
      path: `/api/v1/customers/${customer.id}/documents`,
      body: { doc_type, ...Object.fromEntries(given) },
    });
    if (!answer) return;
    sayDone(t('documents.added', { type: word('doc_type', doc_type) }));
    onClose();
  };
  const input = (name: keyof typeof NO_FIELDS, label: string, more: object = {}): ReactNode => (
    <TextInput
      label={label}
      value={fields[name]}
      onChange={(event) => setFields({ ...fields, [name]: event.currentTarget.value })}
      disabled={is_busy}
      autoComplete="off"
      error={
        name === 'number' && was_sent && lacks_number
          ? t('documents.number_missing')
          : fieldError(error, name)
      }
      {...more}
    />
  );
  return (
    <SubmitDialog
      title={t('documents.add')}
      opened
      onClose={onClose}
      submission={submission}
      submit_label={t('documents.add')}
      busy_label={t('submit.working')}
      onSubmit={() => void add()}
      shown_fields={FIELDS}
      size="lg"
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <Choice
          label={t('documents.type')}
          value={doc_type}
          onChange={setDocType}
          disabled={is_busy}
          options={types.map((value) => ({ value, label: word('doc_type', value) }))}
        />
        {input('number', t('documents.number'), { 'data-autofocus': true, maxLength: 64 })}
        {input('issuing_country', t('documents.country_optional'), { maxLength: 2, placeholder: 'KE' })}
        {input('expires_on', t('documents.expires_optional'), { type: 'date' })}
      </SimpleGrid>
      {input('file_url', t('documents.file_url_optional'), { type: 'url', placeholder: 'https://' })}
      {input('file_sha256', t('documents.file_sha256_optional'))}
    </SubmitDialog>
  );
}
