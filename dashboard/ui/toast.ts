/** A notice of what was done, which screen readers announce. */
import { notifications } from '@mantine/notifications';
import i18next from 'i18next';

export function sayDone(message: string): void {
  say(message, 'teal', 'status');
}

/** A notice of a failure. */
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
