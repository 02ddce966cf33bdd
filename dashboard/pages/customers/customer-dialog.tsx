/** A new customer, or what is known of one changed. */
import { SimpleGrid, Text, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useSubmission } from '../../api/submission.ts';
import type { Customer } from '../../generated/wire.ts';
import { Choice } from '../../ui/choice.tsx';
import { fieldError } from '../../ui/error-alert.tsx';
import { SubmitDialog } from '../../ui/submit-dialog.tsx';
import { sayDone } from '../../ui/toast.ts';
import { useWords, type TextId } from '../../words.ts';

export interface CustomerDialogProps {
  /** Whom to change; a new one if not given. */
  customer?: Customer;
  onClose: () => void;
}

const TEXTS = ['full_name', 'phone', 'email', 'date_of_birth', 'external_ref'] as const;
type TextName = (typeof TEXTS)[number];

const LABELS: Record<TextName, TextId> = {
  full_name: 'customers.full_name',
  phone: 'customers.phone_optional',
  email: 'customers.email_optional',
  date_of_birth: 'customers.date_of_birth_optional',
  external_ref: 'customers.external_ref_optional',
};
const TYPES: Partial<Record<TextName, string>> = {
  phone: 'tel',
  email: 'email',
  date_of_birth: 'date',
};
const KINDS = ['individual', 'business'];

export function CustomerDialog({ customer, onClose }: CustomerDialogProps): ReactNode {
  const { t, word } = useWords();
  const [, navigate] = useLocation();
  const submission = useSubmission<Customer>({ key: customer ? 'none' : 'once' });
  const [kind, setKind] = useState<string>(customer?.kind ?? 'individual');
  const [texts, setTexts] = useState(() => textsOf(customer));
  const [was_sent, setWasSent] = useState(false);
  const { is_busy, error } = submission;
  const full_name = texts.full_name.trim();

  const save = async (): Promise<void> => {
    setWasSent(true);
    if (full_name === '') return;
    const answer = await submission.submit({
      method: customer ? 'PATCH' : 'POST',
      path: customer ? `/api/v1/customers/${customer.id}` : '/api/v1/customers',
      body: { kind, full_name, ...optionalFields(texts, customer !== undefined) },
    });
    if (!answer) return;
    sayDone(t(customer ? 'customers.saved' : 'customers.created', { name: answer.data.full_name }));
    onClose();
    if (!customer) navigate(`/customers/${answer.data.id}`);
  };

  return (
    <SubmitDialog
      title={t(customer ? 'customers.edit' : 'customers.new')}
      opened
      onClose={onClose}
      submission={submission}
      submit_label={t(customer ? 'customers.save' : 'customers.create')}
      busy_label={t('submit.working')}
      onSubmit={() => void save()}
      shown_fields={TEXTS}
      size="lg"
    >
      <Choice
        label={t('customers.kind')}
        value={kind}
        onChange={setKind}
        disabled={is_busy}
        options={KINDS.map((value) => ({ value, label: word('customer_kind', value) }))}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        {TEXTS.map((name) => (
          <TextInput
            key={name}
            label={t(LABELS[name])}
            type={TYPES[name] ?? 'text'}
            value={texts[name]}
            onChange={(event) => setTexts({ ...texts, [name]: event.currentTarget.value })}
            disabled={is_busy}
            autoComplete="off"
            data-autofocus={name === 'full_name' || undefined}
            error={
              name === 'full_name' && was_sent && full_name === ''
                ? t('customers.name_missing')
                : fieldError(error, name)
            }
          />
        ))}
      </SimpleGrid>
      {customer && (
        <Text size="sm" c="dimmed">
          {t('customers.edit_hint')}
        </Text>
      )}
    </SubmitDialog>
  );
}

function textsOf(customer: Customer | undefined): Record<TextName, string> {
  return Object.fromEntries(TEXTS.map((name) => [name, customer?.[name] ?? ''])) as Record<TextName, string>;
}

/** What was left empty is left out of a new customer, and taken away from one who had it. */
function optionalFields(
  { full_name: _name, ...texts }: Record<TextName, string>,
  is_change: boolean,
): object {
  const fields = Object.entries(texts).map(([name, text]) => [name, text.trim() || null] as const);
  return Object.fromEntries(fields.filter(([, value]) => is_change || value !== null));
}
