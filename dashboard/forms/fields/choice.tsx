/** A choice among a few known values, with the platform's own control, which works best on phones and with keyboards. */
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
