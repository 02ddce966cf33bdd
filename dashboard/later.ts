/** What the first pages do without: the texts and styles of pages that are loaded when they are opened. */
import { loadLaterTexts } from './words.ts';

/** @returns what was loaded, once its texts and styles are there too */
export async function withLater<Loaded>(loaded: Promise<Loaded>): Promise<Loaded> {
  const [first] = await Promise.all([loaded, loadLaterTexts(), loadLaterStyles()]);
  return first;
}

/** Of menus, choices by search, notices. */
export async function loadLaterStyles(): Promise<void> {
  await import('./mantine-later.css');
}
