/** The reason for an action: a memo of one line. */
import type { ReactNode } from 'react';
import type { FieldProps } from '../forms/form.ts';
import { TextField } from '../forms/fields/text-field.tsx';
import { useWords } from '../words.ts';

export interface MemoFieldProps extends FieldProps<string> {
  isOptional?: boolean;
  /** A dialog's focus begins in it. */
  isFirst?: boolean;
}

export function MemoField({ isOptional = false, ...field }: MemoFieldProps): ReactNode {
  const { t } = useWords();
  return (
    <TextField
      label={t(isOptional ? 'movement.memo_optional' : 'movement.memo')}
      maxLength={500}
      {...field}
    />
  );
}
