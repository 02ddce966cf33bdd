/** Who joins: a customer found by a search, or a new one. */
import { Alert, Button, Group, List, Stack, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Customer, KycRequirements } from '../../generated/wire.ts';
import { fieldError } from '../../ui/error-alert.tsx';
import { FindBox } from '../../ui/find-box.tsx';
import { useWords } from '../../words.ts';

export interface NewCustomer {
  full_name: string;
  phone: string;
}

export interface CustomerChoiceProps {
  onChoose: (customer: Customer) => void;
  onNew: () => void;
  /** Somebody tried to go on without a choice. */
  is_missing: boolean;
}

export function CustomerChoice({ onChoose, onNew, is_missing }: CustomerChoiceProps): ReactNode {
  const { t } = useWords();
  return (
    <Stack gap="xs">
      <FindBox<Customer>
        label={t('members.find_customer')}
        placeholder={t('members.find_customer_by')}
        results_label={t('members.customers_found')}
        path="/api/v1/customers"
        plural="customers"
        query={{ status: 'active' }}
        describe={({ id, full_name, phone, kyc_tier }) => ({
          id,
          label: full_name,
          hint: [phone, t('members.tier', { tier: kyc_tier })].filter(Boolean).join(' · '),
        })}
        onChoose={onChoose}
        is_in_flow
      />
      <Group gap="xs">
        <Text size="sm" c="dimmed">
          {t('members.or')}
        </Text>
        <Button variant="default" size="xs" onClick={onNew}>
          {t('members.new_customer')}
        </Button>
      </Group>
      {is_missing && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {t('members.choose_customer')}
        </Text>
      )}
    </Stack>
  );
}

export interface NewCustomerFieldsProps {
  value: NewCustomer;
  onChange: (value: NewCustomer) => void;
  onBack: () => void;
  min_kyc_tier: number;
  error: Error | null;
  /** What to say of a phone that is somebody else's. */
  phone_taken: string | undefined;
  was_sent: boolean;
  disabled: boolean;
}

export function NewCustomerFields(props: NewCustomerFieldsProps): ReactNode {
  const { value, onChange, onBack, min_kyc_tier, error, phone_taken, was_sent, disabled } = props;
  const { t } = useWords();
  const missing = (text: string, message: string): string | undefined =>
    was_sent && text.trim() === '' ? message : undefined;
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Text fw={600}>{t('members.new_customer')}</Text>
        <Button variant="subtle" size="compact-sm" onClick={onBack} disabled={disabled}>
          {t('members.search_instead')}
        </Button>
      </Group>
      <TextInput
        label={t('members.full_name')}
        value={value.full_name}
        onChange={(event) => onChange({ ...value, full_name: event.currentTarget.value })}
        disabled={disabled}
        autoComplete="off"
        autoFocus
        error={missing(value.full_name, t('members.name_missing')) ?? fieldError(error, 'full_name')}
      />
      <TextInput
        label={t('members.phone')}
        type="tel"
        value={value.phone}
        onChange={(event) => onChange({ ...value, phone: event.currentTarget.value })}
        disabled={disabled}
        autoComplete="off"
        error={
          (min_kyc_tier > 0 ? missing(value.phone, t('members.phone_missing')) : undefined) ??
          phone_taken ??
          fieldError(error, 'phone')
        }
      />
      {min_kyc_tier > 1 && (
        <Text size="sm" c="dimmed">
          {t('members.documents_first', { tier: min_kyc_tier })}
        </Text>
      )}
    </Stack>
  );
}

export interface ChosenCustomerProps {
  customer: Customer;
  min_kyc_tier: number;
  /** What the customer lacks for that tier; undefined until it is known, or where nothing is lacking. */
  requirements: KycRequirements | undefined;
  is_held_up: boolean;
  onClear: (() => void) | null;
}

export function ChosenCustomer(props: ChosenCustomerProps): ReactNode {
  const { customer, min_kyc_tier, requirements, is_held_up, onClear } = props;
  const { t } = useWords();
  return (
    <Stack gap="sm">
      <Group justify="space-between" wrap="nowrap" className="chosen">
        <div>
          <Text fw={600}>{customer.full_name}</Text>
          <Text size="sm" c="dimmed">
            {[customer.phone, t('members.tier', { tier: customer.kyc_tier })].filter(Boolean).join(' · ')}
          </Text>
        </div>
        {onClear && (
          <Button variant="subtle" size="compact-sm" onClick={onClear}>
            {t('members.change_customer')}
          </Button>
        )}
      </Group>
      {is_held_up && requirements && (
        <Missing customer={customer} min_kyc_tier={min_kyc_tier} requirements={requirements} />
      )}
    </Stack>
  );
}

interface MissingProps {
  customer: Customer;
  min_kyc_tier: number;
  requirements: KycRequirements;
}

/** What KYC asks for first, and where it is done. */
function Missing({ customer, min_kyc_tier, requirements }: MissingProps): ReactNode {
  const { t, word } = useWords();
  return (
    <Alert color="yellow" variant="light" title={t('members.needs_tier', { tier: min_kyc_tier })}>
      {requirements.missing.length > 0 ? (
        <List size="sm">
          {requirements.missing.map(({ requirement, any_of }) => (
            <List.Item key={requirement}>
              {word('requirement', requirement)}
              {any_of.length > 1 && `: ${any_of.map((each) => word('doc_type', each)).join(', ')}`}
            </List.Item>
          ))}
        </List>
      ) : (
        <Text size="sm">{t('members.undecided')}</Text>
      )}
      <Text size="sm" mt={6}>
        <Link href={`/customers/${customer.id}`}>{t('members.open_customer')}</Link>
      </Text>
    </Alert>
  );
}
