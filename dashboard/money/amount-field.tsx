/** Where a person types an amount. What is typed is kept as text; `parseAmount` reads it. */
import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useWords } from '../words.ts';
import { parseAmount, type AmountFault } from './money.rules.ts';

export interface AmountFieldProps {
  label: string;
  currency: string;
  value: string;
  onChange: (text: string) => void;
  error?: string | null | undefined;
  description?: string | undefined;
  disabled?: boolean;
  autoFocus?: boolean;
}

export function AmountField({
  label,
  currency,
  value,
  onChange,
  error,
  description,
  ...rest
}: AmountFieldProps): React.ReactNode {
  return (
    <TextInput
      label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      inputMode="decimal"
      autoComplete="off"
      error={error}
      description={description}
      rightSection={
        <Text size="sm" c="dimmed" aria-hidden>
          {currency}
        </Text>
      }
      rightSectionWidth={56}
      rightSectionPointerEvents="none"
      classNames={{ input: 'amount-input' }}
      // At once, so that no key is lost of an amount that is typed right away; and again by the dialog's focus trap.
      autoFocus={rest.autoFocus ?? false}
      data-autofocus={rest.autoFocus || undefined}
      disabled={rest.disabled ?? false}
    />
  );
}

/** @returns the minor units, or the sentence that says what is wrong with the text */
export function useAmountReader(): (text: string, least?: 0 | 1) => { minor: number } | { error: string } {
  const { t } = useWords();
  const sentences: Record<AmountFault, string> = {
    missing: t('amount.missing'),
    decimals: t('amount.decimals'),
    not_positive: t('amount.not_positive'),
    digits: t('amount.digits'),
  };
  return (text, least = 1) => {
    const amount = parseAmount(text, least);
    return typeof amount === 'number' ? { minor: amount } : { error: sentences[amount] };
  };
}

/** An amount that a person types. */
export interface TypedAmount {
  text: string;
  setText: (text: string) => void;
  /** In minor units; null where the text is no amount. */
  minor: number | null;
  /** What is wrong with the text; null where nothing is. */
  fault: string | null;
}

export function useTypedAmount(first_text: string | (() => string) = ''): TypedAmount {
  const [text, setText] = useState(first_text);
  const amount = useAmountReader()(text);
  return 'minor' in amount
    ? { text, setText, minor: amount.minor, fault: null }
    : { text, setText, minor: null, fault: amount.error };
}
