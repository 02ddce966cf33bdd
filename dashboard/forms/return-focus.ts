/** Where the focus goes when a dialog closes. */
import { useEffect, useState } from 'react';

/**
 * Back to what had it when the dialog was opened; to the page's heading where that is gone or disabled by now. For a dialog
 * that is mounted while it is open.
 */
export function useReturnFocus(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // After React has removed the dialog and updated the page.
      setTimeout(() => {
        if (document.activeElement !== null && document.activeElement !== document.body) return;
        const target = canTakeFocus(before) ? before : document.querySelector<HTMLElement>('main h1');
        target?.focus({ preventScroll: true });
      });
    },
    [before],
  );
}

function canTakeFocus(element: Element | null): element is HTMLElement {
  return element instanceof HTMLElement && element.isConnected && !element.matches(':disabled, body');
}
