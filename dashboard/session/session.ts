/**
 * Who is signed in: the token lies in this tab's sessionStorage. A new tab asks the others for it, and signing out ends all
 * tabs. Without input for 15 minutes, in any of them, the session is ended as well. A page with a form that holds what is not sent
 * then stays, interrupted, until somebody signs in over it (shell/sign-in-again.tsx).
 */
import { useSyncExternalStore } from 'react';
import { now } from '../clock.ts';
import { isAnythingTyped } from './keeping.ts';

export interface Session {
  token: string;
  /** RFC 3339 */
  expires_at: string;
}

type Message =
  | { type: 'ask' }
  /** For a tab that asked, or that has the session which this one replaces. */
  | { type: 'session'; session: Session; replaces?: string | undefined }
  | { type: 'end'; token: string; is_over: boolean }
  /** Somebody typed or pointed in one of the tabs. */
  | { type: 'active' };

const STORAGE_KEY = 'ushirika.session';
const ACTIVE_KEY = 'ushirika.active_at';
/** What is kept for the pages of this session (api/frame.ts). */
export const FRAME_KEY = 'ushirika.frame';
/** How long another tab may take to answer. */
const ASK_MS = 200;
const IDLE_MS = 15 * 60_000;
const TOLD_EVERY_MS = 10_000;
const LOOK_EVERY_MS = 5_000;

const channel = new BroadcastChannel(STORAGE_KEY);
const listeners = new Set<() => void>();
// A restored tab has its old storage: a session that was idle for too long meanwhile has ended.
let active_at = Number(sessionStorage.getItem(ACTIVE_KEY) ?? now());
let told_at = 0;
let current: Session | null = stored();
/** The token of the session that ended while something typed was not sent; null while the page is not interrupted. */
let interrupted: string | null = null;

function stored(): Session | null {
  const text = sessionStorage.getItem(STORAGE_KEY);
  const session = text === null ? null : (JSON.parse(text) as Session);
  return session && !isOver(session) ? session : null;
}

function isOver({ expires_at }: Session): boolean {
  return now() - active_at >= IDLE_MS || Date.parse(expires_at) <= now();
}

function markActive(): void {
  active_at = now();
  sessionStorage.setItem(ACTIVE_KEY, String(active_at));
}

function keep(session: Session | null): void {
  if (session?.token !== current?.token || !session) sessionStorage.removeItem(FRAME_KEY);
  current = session;
  if (session) sessionStorage.setItem(STORAGE_KEY, JSON.stringify(session));
  else sessionStorage.removeItem(STORAGE_KEY);
  for (const listener of listeners) listener();
}

function tell(message: Message): void {
  // A channel has one origin: there is no other to name.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel.postMessage(message);
}

channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
  if (data.type === 'ask' && current) tell({ type: 'session', session: current });
  if (data.type === 'session' && (!current || current.token === data.replaces)) {
    markActive();
    keep(data.session);
  }
  if (data.type === 'end' && current?.token === data.token) forget(data.is_over);
  if (data.type === 'active') markActive();
});

for (const event of ['pointerdown', 'keydown', 'wheel', 'touchstart']) {
  window.addEventListener(event, noteInput, { passive: true, capture: true });
}
setInterval(endWhereIdle, LOOK_EVERY_MS);

function noteInput(): void {
  endWhereIdle();
  active_at = now();
  if (!current || active_at - told_at < TOLD_EVERY_MS) return;
  told_at = active_at;
  markActive();
  tell({ type: 'active' });
}

function endWhereIdle(): void {
  if (current && isOver(current)) expireSession();
}

/** Takes the session of another tab where this one has none. */
export async function adoptSession(): Promise<void> {
  if (current) return;
  const adopted = new Promise<void>((resolve) => {
    const stop = subscribe(() => {
      stop();
      resolve();
    });
    setTimeout(() => {
      stop();
      resolve();
    }, ASK_MS);
  });
  tell({ type: 'ask' });
  await adopted;
}

/** The other tabs continue with it where it replaces theirs. */
export function beginSession({ token, expires_at }: Session): void {
  const session = { token, expires_at };
  const replaces = current?.token ?? interrupted ?? undefined;
  markActive();
  keep(session);
  if (replaces !== undefined) tell({ type: 'session', session, replaces });
}

/** Forgets the session in every tab; whoever signs out tells the server. */
export function endSession(): void {
  endEverywhere(false);
}

/** The same of a session that has ended by itself: what is typed stays. */
export function expireSession(): void {
  endEverywhere(true);
}

function endEverywhere(is_over: boolean): void {
  if (!current) return;
  const { token } = current;
  forget(is_over);
  tell({ type: 'end', token, is_over });
}

function forget(is_over: boolean): void {
  if (is_over && current && isAnythingTyped()) interrupted = current.token;
  keep(null);
}

/** The person of before is signed in again: the page goes on. */
export function resume(): void {
  interrupted = null;
  for (const listener of listeners) listener();
}

export function isInterrupted(): boolean {
  return interrupted !== null;
}

export function useInterrupted(): boolean {
  return useSyncExternalStore(subscribe, isInterrupted);
}

/** Resolves immediately while the page is not interrupted. */
export function untilResumed(): Promise<void> {
  return new Promise((resolve) => {
    if (!isInterrupted()) return resolve();
    const stop = subscribe(() => {
      if (isInterrupted()) return;
      stop();
      resolve();
    });
  });
}

export function currentSession(): Session | null {
  return current;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSession(): Session | null {
  return useSyncExternalStore(subscribe, currentSession);
}
