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
      // Once React has taken the dialog away, and the page shows what the dialog has changed.
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
