/** Rows that open: by a click anywhere in them, and by Enter on their link, which the arrow keys move from row to row. */
import type { KeyboardEvent, MouseEvent } from 'react';

/** The first link of a row is what it opens. */
function linkOf(row: Element | null | undefined): HTMLAnchorElement | null {
  return row?.querySelector('a[href]') ?? null;
}

export function openRow({ target, ctrlKey, metaKey, shiftKey }: MouseEvent): void {
  if (!(target instanceof Element) || target.closest('a, button, input, select, label')) return;
  // Somebody copies a text.
  if (ctrlKey || metaKey || shiftKey || window.getSelection()?.toString()) return;
  linkOf(target.closest('tr'))?.click();
}

export function moveToRow(event: KeyboardEvent): void {
  const { target, key } = event;
  if (!(target instanceof Element) || (key !== 'ArrowDown' && key !== 'ArrowUp')) return;
  const row = target.closest('tr');
  const link = linkOf(key === 'ArrowDown' ? row?.nextElementSibling : row?.previousElementSibling);
  if (!link) return;
  event.preventDefault();
  link.focus();
}
