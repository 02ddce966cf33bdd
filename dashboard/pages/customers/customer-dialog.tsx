/** A new customer, or what is known of one changed. */
import { SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useSubmit } from '../../api/submit.ts';
import { Choice } from '../../forms/fields/choice.tsx';
import { useForm } from '../../forms/form.ts';
import { SubmitDialog } from '../../forms/submit-form.tsx';
import { TextField } from '../../forms/fields/text-field.tsx';
import type { Customer } from '../../generated/wire.ts';
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
  const submission = useSubmit(customer ? 'customers.update' : 'customers.create', { once: !customer });
  const form = useForm(
    submission,
    () => ({ kind: customer?.kind ?? 'individual', ...textsOf(customer) }),
    ({ full_name }) => ({ full_name: full_name.trim() === '' && t('customers.name_missing') }),
  );
  const save = async (): Promise<void> => {
    const { kind, full_name, ...others } = form.values;
    // What was left empty is left out of a new customer, and removed from one who had it.
    const optional = Object.fromEntries(
      Object.entries(others).map(([name, text]) => [name, text.trim() || (customer ? null : undefined)]),
    );
    const answer = await submission.submit({
      ...(customer && { customer: customer.id }),
      kind,
      full_name: full_name.trim(),
      ...optional,
    });
    if (!answer) return;
    sayDone(t(customer ? 'customers.saved' : 'customers.created', { name: answer.data.full_name }));
    onClose();
    if (!customer) navigate(`/customers/${answer.data.id}`);
  };
  return (
    <SubmitDialog
      form={form}
      title={t(customer ? 'customers.edit' : 'customers.new')}
      submitLabel={t(customer ? 'customers.save' : 'customers.create')}
      onSubmit={save}
      onClose={onClose}
      size="lg"
    >
      <Choice
        label={t('customers.kind')}
        options={KINDS.map((value) => ({ value, label: word('customer_kind', value) }))}
        {...form.field('kind')}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        {TEXTS.map((name) => (
          <TextField
            key={name}
            label={t(LABELS[name])}
            type={TYPES[name] ?? 'text'}
            isFirst={name === 'full_name'}
            {...form.field(name)}
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
