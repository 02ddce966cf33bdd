/** A field for an amount, kept as text; `parseAmount` reads it. Thousands are grouped while it is typed. */
import { Text, TextInput } from '@mantine/core';
import type { ChangeEvent } from 'react';
import { useWords } from '../words.ts';
import { parseAmount, type AmountFault } from './money.rules.ts';
import { groupAmount, typeAmount } from './typing.rules.ts';

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
  const before = groupAmount(value);
  return (
    <TextInput
      label={label}
      value={before}
      onChange={(event) => onChange(groupTyped(event, before))}
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
      // Immediately, so that no key of an amount that is typed right away is lost; and again by the dialog's focus trap.
      autoFocus={rest.autoFocus ?? false}
      data-autofocus={rest.autoFocus || undefined}
      disabled={rest.disabled ?? false}
    />
  );
}

/** Shows the groups at once: the caret stays only where React finds the text that it is about to show. */
function groupTyped(event: ChangeEvent<HTMLInputElement>, before: string): string {
  const input = event.currentTarget;
  const { data = null, inputType = '' } = event.nativeEvent as Partial<InputEvent>;
  const shown = typeAmount({
    before,
    text: input.value,
    caret: input.selectionStart ?? input.value.length,
    inserted: inputType.startsWith('delete') ? '' : data,
    is_forward: inputType.endsWith('Forward'),
  });
  if (input.value !== shown.text) {
    input.value = shown.text;
    input.setSelectionRange(shown.caret, shown.caret);
  }
  return shown.text;
}

/** Minor units, or the sentence that says what is wrong with the text. */
export type ReadAmount = { minor: number; error?: undefined } | { minor: null; error: string };

/** For an amount that may be zero or left empty: then it is null. */
export function useOptionalAmountReader(): (text: string) => {
  minor: number | null;
  error?: string | undefined;
} {
  const readAmount = useAmountReader();
  return (text) => (text.trim() === '' ? { minor: null } : readAmount(text, 0));
}

/** @param least 0 where zero is permitted too */
export function useAmountReader(): (text: string, least?: 0 | 1) => ReadAmount {
  const { t } = useWords();
  const sentences: Record<AmountFault, string> = {
    missing: t('amount.missing'),
    decimals: t('amount.decimals'),
    not_positive: t('amount.not_positive'),
    digits: t('amount.digits'),
  };
  return (text, least = 1) => {
    const amount = parseAmount(text, least);
    return typeof amount === 'number' ? { minor: amount } : { minor: null, error: sentences[amount] };
  };
}
