/** A password: hidden, unless the person asks to see it. */
import { PasswordInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../../words.ts';

export interface PasswordFieldProps {
  label: string;
  autoComplete: 'current-password' | 'new-password';
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  description?: string;
  autoFocus?: boolean;
}

export function PasswordField({ onChange, autoFocus = false, ...rest }: PasswordFieldProps): ReactNode {
  const { t } = useWords();
  return (
    <PasswordInput
      {...rest}
      autoFocus={autoFocus}
      // In a dialog, which chooses what has the focus first.
      data-autofocus={autoFocus || undefined}
      // While the answer is out, too: it keeps the focus, so that the password can be typed again.
      disabled={false}
      onChange={(event) => onChange(event.currentTarget.value)}
      visibilityToggleButtonProps={{ 'aria-label': t('sign_in.show_characters') }}
    />
  );
}
