/** Why somebody does something: a memo of one line. */
import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Submission } from '../api/submission.ts';
import { fieldError } from '../ui/error-alert.tsx';
import { useWords } from '../words.ts';

export interface MemoFieldProps {
  value: string;
  onChange: (value: string) => void;
  submission: Pick<Submission<unknown>, 'is_busy' | 'error'>;
  /** It has to be there, was sent without, and is asked for. */
  is_missing: boolean;
  is_optional?: boolean;
  /** Of a dialog: the focus begins in it. */
  is_first?: boolean;
}

export function MemoField(props: MemoFieldProps): ReactNode {
  const { value, onChange, submission, is_missing, is_optional = false, is_first = false } = props;
  const { t } = useWords();
  return (
    <TextInput
      label={is_optional ? t('movement.memo_optional') : t('movement.memo')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={is_missing ? t('movement.say_why') : fieldError(submission.error, 'memo')}
      disabled={submission.is_busy}
      autoComplete="off"
      maxLength={500}
      {...(is_first ? { 'data-autofocus': true } : {})}
    />
  );
}
