/** A short sentence about what was done, said to screen readers as well. */
import { notifications } from '@mantine/notifications';
import i18next from 'i18next';

export function sayDone(message: string): void {
  say(message, 'teal', 'status');
}

/** That something was not done. */
export function sayFailed(message: string): void {
  say(message, 'red', 'alert');
}

function say(message: string, color: string, role: 'status' | 'alert'): void {
  notifications.show({
    message,
    color,
    role,
    withBorder: true,
    autoClose: 6_000,
    closeButtonProps: { 'aria-label': i18next.t('dialog.dismiss') },
  });
}
