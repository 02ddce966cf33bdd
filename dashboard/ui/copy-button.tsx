/** Copies a text to the clipboard and confirms it. */
import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../words.ts';
import { sayDone } from './toast.ts';

export interface CopyButtonProps extends ButtonProps {
  text: string;
  /** What the button says: `Copy link`. */
  label: string;
}

export function CopyButton({ text, label, ...rest }: CopyButtonProps): ReactNode {
  const { t } = useWords();
  const copy = async (): Promise<void> => {
    if (await copyText(text)) sayDone(t('copy.done'));
  };
  return (
    <Button variant="default" onClick={() => void copy()} {...rest}>
      {label}
    </Button>
  );
}

/** Browsers offer the clipboard only over HTTPS and on the machine itself; elsewhere a selection is copied. */
async function copyText(text: string): Promise<boolean> {
  if (window.isSecureContext) {
    await navigator.clipboard.writeText(text);
    return true;
  }
  const field = document.createElement('textarea');
  field.value = text;
  document.body.append(field);
  field.select();
  const is_copied = document.execCommand('copy');
  field.remove();
  return is_copied;
}
