/** A field for several lines of text, which grows with its content. */
import { Textarea } from '@mantine/core';
import type { ReactNode } from 'react';

export interface TextAreaProps {
  label: string;
  value: string;
  onChange: (text: string) => void;
  disabled: boolean;
  error: string | undefined;
}

export function TextArea({ onChange, ...rest }: TextAreaProps): ReactNode {
  return (
    <Textarea
      {...rest}
      autosize
      minRows={1}
      onChange={(event) => onChange(event.currentTarget.value)}
      autoComplete="off"
      spellCheck={false}
    />
  );
}
