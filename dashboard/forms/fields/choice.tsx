/** A choice among a few values that are known: the platform's own control, which phones and keyboards serve best. */
import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import type { ReactNode } from 'react';

export interface ChoiceProps<Value extends string> extends Omit<
  NativeSelectProps,
  'data' | 'value' | 'onChange'
> {
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

export function Choice<Value extends string>({ options, onChange, ...rest }: ChoiceProps<Value>): ReactNode {
  return (
    <NativeSelect
      {...rest}
      data={[...options]}
      onChange={(event) => onChange(event.currentTarget.value as Value)}
    />
  );
}
