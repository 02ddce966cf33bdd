/** A field for a percentage, kept as text; `parsePercent` reads it. */
import { Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';

export interface PercentFieldProps {
  label: string;
  description?: string;
  value: string;
  onChange: (text: string) => void;
  error?: string | undefined;
  disabled?: boolean;
}

export function PercentField({ onChange, ...rest }: PercentFieldProps): ReactNode {
  return (
    <TextInput
      {...rest}
      onChange={(event) => onChange(event.currentTarget.value)}
      inputMode="decimal"
      autoComplete="off"
      rightSection={
        <Text size="sm" c="dimmed" aria-hidden>
          %
        </Text>
      }
      rightSectionPointerEvents="none"
      classNames={{ input: 'amount-input' }}
    />
  );
}
