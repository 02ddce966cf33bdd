/** The customer to register: found by a search, or a new one. */
import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { FieldProps } from '../../../forms/form.ts';
import { TextField } from '../../../forms/fields/text-field.tsx';
import type { Customer, KycRequirements } from '../../../generated/wire.ts';
import { FindBox } from '../../../forms/fields/find-box.tsx';
import { useWords } from '../../../words.ts';

export interface CustomerChoiceProps {
  onChoose: (customer: Customer) => void;
  onNew: () => void;
  /** Somebody tried to continue without a choice. */
  isMissing: boolean;
}

export function CustomerChoice({ onChoose, onNew, isMissing }: CustomerChoiceProps): ReactNode {
  const { t } = useWords();
  return (
    <Stack gap="xs">
      <FindBox
        label={t('members.find_customer')}
        placeholder={t('members.find_customer_by')}
        resultsLabel={t('members.customers_found')}
        list="customers.list"
        filter={{ status: 'active' }}
        describe={({ id, full_name, phone, kyc_tier }) => ({
          id,
          label: full_name,
          hint: [phone, t('members.tier', { tier: kyc_tier })].filter(Boolean).join(' · '),
        })}
        onChoose={onChoose}
        isInFlow
      />
      <Group gap="xs">
        <Text size="sm" c="dimmed">
          {t('members.or')}
        </Text>
        <Button variant="default" size="xs" onClick={onNew}>
          {t('members.new_customer')}
        </Button>
      </Group>
      {isMissing && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {t('members.choose_customer')}
        </Text>
      )}
    </Stack>
  );
}

export interface NewCustomerFieldsProps {
  name: FieldProps<string>;
  phone: FieldProps<string>;
  onBack: () => void;
  minKycTier: number;
}

export function NewCustomerFields({ name, phone, onBack, minKycTier }: NewCustomerFieldsProps): ReactNode {
  const { t } = useWords();
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Text fw={600}>{t('members.new_customer')}</Text>
        <Button variant="subtle" size="compact-sm" onClick={onBack} disabled={name.disabled}>
          {t('members.search_instead')}
        </Button>
      </Group>
      <TextField label={t('members.full_name')} autoFocus {...name} />
      <TextField label={t('members.phone')} type="tel" {...phone} />
      {minKycTier > 1 && (
        <Text size="sm" c="dimmed">
          {t('members.documents_first', { tier: minKycTier })}
        </Text>
      )}
    </Stack>
  );
}

export interface ChosenCustomerProps {
  customer: Customer;
  minKycTier: number;
  /** What the customer lacks for that tier; undefined until it is known, or where nothing is lacking. */
  requirements: KycRequirements | undefined;
  isHeldUp: boolean;
  onClear: (() => void) | null;
}

export function ChosenCustomer(props: ChosenCustomerProps): ReactNode {
  const { customer, minKycTier, requirements, isHeldUp, onClear } = props;
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
      {isHeldUp && requirements && (
        <Missing customer={customer} minKycTier={minKycTier} requirements={requirements} />
      )}
    </Stack>
  );
}

interface MissingProps {
  customer: Customer;
  minKycTier: number;
  requirements: KycRequirements;
}

/** What KYC still requires, and where to add it. */
function Missing({ customer, minKycTier, requirements }: MissingProps): ReactNode {
  const { t, word } = useWords();
  return (
    <Alert color="yellow" variant="light" title={t('members.needs_tier', { tier: minKycTier })}>
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
        <Link href={`/customers/${customer.id}`} className="lone-link">
          {t('members.open_customer')}
        </Link>
      </Text>
    </Alert>
  );
}
