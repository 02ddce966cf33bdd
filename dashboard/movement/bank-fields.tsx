/** The bank account that money comes from or goes to, and the bank's reference. */
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useRead } from '../api/reads.ts';
import { Choice } from '../forms/fields/choice.tsx';
import { TextField } from '../forms/fields/text-field.tsx';
import type { FieldProps, Form } from '../forms/form.ts';
import { useWords } from '../words.ts';

export interface BankValues {
  /** The code of the account; '' until one is chosen. */
  account: string;
  reference: string;
}

export interface BankFieldsProps {
  form: Form<BankValues>;
  currency: string;
}

export function BankFields({ form, currency }: BankFieldsProps): ReactNode {
  const { t } = useWords();
  return (
    <>
      <BankChoice currency={currency} {...form.field('account')} />
      <TextField label={t('movement.reference')} maxLength={100} {...form.field('reference')} />
    </>
  );
}

export interface BankChoiceProps extends FieldProps<string> {
  currency: string;
  label?: string;
  /** What no account means; a request to choose one if not given. */
  none?: string;
}

/** One of the active bank accounts, by its code. */
export function BankChoice({ currency, label, none, ...field }: BankChoiceProps): ReactNode {
  const { t } = useWords();
  const { data } = useRead('accounting.chart.get', {});
  const banks = (data?.accounts ?? []).filter(
    (account) => account.kind === 'bank' && account.active && account.currency === currency,
  );
  return (
    <>
      <Choice
        label={label ?? t('movement.bank_account')}
        options={[
          { value: '', label: none ?? t('movement.choose_bank') },
          ...banks.map(({ code, name }) => ({ value: code, label: `${code} ${name}` })),
        ]}
        {...field}
      />
      {data && banks.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('movement.no_banks')}
        </Text>
      )}
    </>
  );
}
