/**
 * What this device keeps for the work in the field, in IndexedDB: the cash that was taken, and the list of loans that was read
 * last. A change is on the disk before it is told; other tabs are told too.
 */
import type { CollectionSheet } from '../../generated/wire.ts';
import type { Owner, Taken } from './queue.rules.ts';

export type SheetLoan = CollectionSheet['loans'][number];

/** The list that was read last. */
export interface KeptList extends Owner {
  /** Only the loans that the person looks after. */
  is_own: boolean;
  read_at_ms: number;
  loans: SheetLoan[];
}

const NAME = 'ushirika.collections';
const VERSION = 1;

let opening: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opening ??= openAnew();
  opening.catch(() => (opening = undefined));
  return opening;
}

async function openAnew(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, VERSION);
  request.addEventListener('upgradeneeded', () => {
    request.result.createObjectStore('taken', { keyPath: 'id' }).createIndex('user_id', 'user_id');
    request.result.createObjectStore('lists', { keyPath: ['user_id', 'project_id', 'environment'] });
  });
  const database = await answerOf(request);
  // A later build in another tab changes the stores.
  database.addEventListener('versionchange', () => {
    database.close();
    opening = undefined;
  });
  return database;
}

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error(NAME)));
  });
}

type StoreName = 'taken' | 'lists';

async function read<T>(name: StoreName, ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  return answerOf(ask((await open()).transaction(name).objectStore(name)));
}

/** All of the work, or nothing; on the disk when it returns. */
async function write(name: StoreName, work: (store: IDBObjectStore) => void): Promise<void> {
  const transaction = (await open()).transaction(name, 'readwrite', { durability: 'strict' });
  const done = new Promise<void>((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error(NAME)));
  });
  work(transaction.objectStore(name));
  await done;
}

// ── cash that was taken ──────────────────────────────────────────────────────────────────────────────────────────────

const listeners = new Set<() => void>();
const channel = new BroadcastChannel(NAME);
channel.addEventListener('message', notify);

function notify(): void {
  for (const listener of listeners) listener();
}

function tellChanged(): void {
  notify();
  // A channel has one origin: there is no other to name.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel.postMessage('changed');
}

/** Called after each change, in whichever tab. @returns the function that ends it */
export function onTakenChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** In every project and environment. */
export function readTakenBy(user_id: string): Promise<Taken[]> {
  return read('taken', (store) => store.index('user_id').getAll(user_id) as IDBRequest<Taken[]>);
}

export async function readTaken({ user_id, project_id, environment }: Owner): Promise<Taken[]> {
  const all = await readTakenBy(user_id);
  return all.filter((each) => each.project_id === project_id && each.environment === environment);
}

/** The same key again changes nothing: the first one holds. */
export async function keepTaken(taken: Taken): Promise<void> {
  await write('taken', (store) => {
    const known = store.getKey(taken.id);
    known.addEventListener('success', () => {
      if (known.result === undefined) store.put(taken);
    });
  });
  tellChanged();
}

/**
 * Changes what waits, or was refused, and is still so: another tab may have been first.
 * @param change null removes it; another id takes its place
 */
export async function changeTaken(before: Taken, change: Taken | null): Promise<void> {
  await write('taken', (store) => {
    const request = store.get(before.id) as IDBRequest<Taken | undefined>;
    request.addEventListener('success', () => {
      if (request.result?.state !== before.state) return;
      if (change?.id !== before.id) store.delete(before.id);
      if (change) store.put(change);
    });
  });
  tellChanged();
}

// ── the list ─────────────────────────────────────────────────────────────────────────────────────────────────────────

export function readKeptList({ user_id, project_id, environment }: Owner): Promise<KeptList | undefined> {
  return read(
    'lists',
    (store) => store.get([user_id, project_id, environment]) as IDBRequest<KeptList | undefined>,
  );
}

export function keepList(list: KeptList): Promise<void> {
  return write('lists', (store) => void store.put(list));
}

/** Whoever signs out leaves on the device what is not booked, and nothing else. */
export async function forgetBooked(user_id: string): Promise<void> {
  const taken = await readTakenBy(user_id);
  await write('taken', (store) => {
    for (const { id, state } of taken) if (state === 'sent') store.delete(id);
  });
  await write('lists', (store) => {
    const request = store.getAllKeys();
    request.addEventListener('success', () => {
      for (const key of request.result) if ((key as string[])[0] === user_id) store.delete(key);
    });
  });
}
