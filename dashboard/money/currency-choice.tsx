/** Which currency an amount is in. */
import type { ReactNode } from 'react';
import { Choice } from '../forms/fields/choice.tsx';
import { useWords } from '../words.ts';

export interface CurrencyChoiceProps {
  currencies: readonly string[];
  value: string;
  onChange: (currency: string) => void;
  disabled?: boolean;
  error?: string | undefined;
}

export function CurrencyChoice({ currencies, ...rest }: CurrencyChoiceProps): ReactNode {
  const { t } = useWords();
  return (
    <Choice
      label={t('amount.currency')}
      options={currencies.map((code) => ({ value: code, label: code }))}
      {...rest}
    />
  );
}
