/** A field for one line of text. */
import { TextInput, type TextInputProps } from '@mantine/core';
import type { ReactNode } from 'react';

export interface TextFieldProps extends Omit<TextInputProps, 'onChange' | 'value'> {
  label: string;
  value: string;
  onChange: (text: string) => void;
  /** A dialog's focus begins in it. */
  isFirst?: boolean;
}

export function TextField({ onChange, isFirst = false, ...rest }: TextFieldProps): ReactNode {
  return (
    <TextInput
      autoComplete="off"
      {...rest}
      onChange={(event) => onChange(event.currentTarget.value)}
      data-autofocus={isFirst || undefined}
    />
  );
}
