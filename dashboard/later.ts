/** Parts, texts and styles that the first pages do not need: they are loaded on demand. */
import { createElement, lazy, useSyncExternalStore, type ComponentType } from 'react';
import { loadLaterTexts } from './words.ts';

/** A part could not be loaded: the connection is lost, or a newer version has replaced it. */
export class NotLoaded extends Error {}

/** For each part: makes it load again if it has failed. */
const renewals: (() => void)[] = [];
const listeners = new Set<() => void>();
let attempts = 0;

/** A component that is loaded when it is shown; inside a `Part`, which says so when that fails. */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  let has_failed = false;
  const begin = () =>
    lazy(async () => {
      try {
        await loadFailedStyles();
        return await load();
      } catch (cause) {
        has_failed = true;
        throw new NotLoaded('A part of the dashboard could not be loaded.', { cause });
      }
    });
  let Loaded = begin();
  renewals.push(() => {
    if (has_failed) Loaded = begin();
    has_failed = false;
  });
  return (props) => createElement(Loaded, props);
}

/** Loads all parts again that have failed. */
export function loadPartsAgain(): void {
  for (const renew of renewals) renew();
  attempts++;
  for (const listener of listeners) listener();
}

/** Changes when parts are loaded again. */
export function useAttempts(): number {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => attempts,
  );
}

const failed_styles = new Set<HTMLLinkElement>();
document.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failed_styles.add(target);
  },
  { capture: true },
);

/** The styles of a part are asked for once by what is built, also where that fails. */
async function loadFailedStyles(): Promise<void> {
  await Promise.all(
    [...failed_styles].map(async (failed) => {
      const link = failed.cloneNode() as HTMLLinkElement;
      failed_styles.delete(failed);
      await new Promise((resolve, reject) => {
        link.addEventListener('load', resolve);
        link.addEventListener('error', reject);
        failed.replaceWith(link);
      });
    }),
  );
}

/** @returns what was loaded, once its texts and styles are there too */
export async function withLater<Loaded>(loaded: Promise<Loaded>): Promise<Loaded> {
  const [first] = await Promise.all([loaded, loadLaterTexts(), loadLaterStyles()]);
  return first;
}

/** The styles of menus, choices by search, and notices. */
export async function loadLaterStyles(): Promise<void> {
  await import('./styles/mantine-later.css');
}
