/**
 * Who is signed in: the token lies in this tab's sessionStorage. A new tab asks the others for it, and signing out ends all
 * tabs. Without input for 15 minutes, in any of them, the session is ended as well.
 */
import { useSyncExternalStore } from 'react';
import { now } from '../clock.ts';

export interface Session {
  token: string;
  /** RFC 3339 */
  expires_at: string;
}

type Message =
  | { type: 'ask' }
  | { type: 'session'; session: Session }
  | { type: 'end' }
  /** Somebody typed or pointed in one of the tabs. */
  | { type: 'active' };

const STORAGE_KEY = 'ushirika.session';
/** How long another tab may take to answer. */
const ASK_MS = 200;
const IDLE_MS = 15 * 60_000;
const TOLD_EVERY_MS = 10_000;
const LOOK_EVERY_MS = 5_000;

const channel = new BroadcastChannel(STORAGE_KEY);
const listeners = new Set<() => void>();
let current: Session | null = stored();
let active_at = now();
let told_at = 0;

function stored(): Session | null {
  const text = sessionStorage.getItem(STORAGE_KEY);
  const session = text === null ? null : (JSON.parse(text) as Session);
  return session && Date.parse(session.expires_at) > now() ? session : null;
}

function keep(session: Session | null): void {
  current = session;
  if (session) sessionStorage.setItem(STORAGE_KEY, JSON.stringify(session));
  else sessionStorage.removeItem(STORAGE_KEY);
  for (const listener of listeners) listener();
}

function tell(message: Message): void {
  // A channel is of one origin: there is no other to name.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel.postMessage(message);
}

channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
  if (data.type === 'ask' && current) tell({ type: 'session', session: current });
  if (data.type === 'session' && !current) keep(data.session);
  if (data.type === 'end') keep(null);
  if (data.type === 'active') active_at = now();
});

for (const event of ['pointerdown', 'keydown', 'wheel', 'touchstart']) {
  window.addEventListener(event, noteInput, { passive: true, capture: true });
}
setInterval(endWhereIdle, LOOK_EVERY_MS);

function noteInput(): void {
  active_at = now();
  if (!current || active_at - told_at < TOLD_EVERY_MS) return;
  told_at = active_at;
  tell({ type: 'active' });
}

function endWhereIdle(): void {
  if (!current) return;
  const over = now() - active_at >= IDLE_MS || Date.parse(current.expires_at) <= now();
  if (over) endSession();
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

export function beginSession(session: Session): void {
  active_at = now();
  keep({ token: session.token, expires_at: session.expires_at });
}

/** Forgets the session in every tab; the server is told by whoever signs out. */
export function endSession(): void {
  if (!current) return;
  keep(null);
  tell({ type: 'end' });
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
