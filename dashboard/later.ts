/** What the first pages do without: parts, texts and styles that are loaded when they are needed. */
import { lazy } from 'react';
import { loadLaterTexts } from './words.ts';

/** A part is not there: the connection is lost, or a newer version has taken its place. */
export class NotLoaded extends Error {}

/** A component that is loaded when it is shown. */
export const lazyPart: typeof lazy = (load) =>
  lazy(() =>
    load().catch((cause: unknown) => {
      throw new NotLoaded('A part of the dashboard could not be loaded.', { cause });
    }),
  );

/** @returns what was loaded, once its texts and styles are there too */
export async function withLater<Loaded>(loaded: Promise<Loaded>): Promise<Loaded> {
  const [first] = await Promise.all([loaded, loadLaterTexts(), loadLaterStyles()]);
  return first;
}

/** Of menus, choices by search, notices. */
export async function loadLaterStyles(): Promise<void> {
  await import('./styles/mantine-later.css');
}
