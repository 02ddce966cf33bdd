/** Parts, texts and styles that the first pages do not need: they are loaded on demand. */
import { lazy } from 'react';
import { loadLaterTexts } from './words.ts';

/** A part could not be loaded: the connection is lost, or a newer version has replaced it. */
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

/** The styles of menus, choices by search, and notices. */
export async function loadLaterStyles(): Promise<void> {
  await import('./styles/mantine-later.css');
}
