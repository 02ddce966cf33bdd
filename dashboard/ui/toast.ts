/** A short sentence about what was done, said to screen readers as well. */
import { notifications } from '@mantine/notifications';

export function sayDone(message: string): void {
  notifications.show({ message, color: 'teal', role: 'status', withBorder: true, autoClose: 6_000 });
}
