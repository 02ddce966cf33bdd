/**
 * Idempotency keys, one space per project and environment for all operations. A key is claimed in the transaction that
 * creates what it stands for, so either both exist or neither does.
 */
import { batchCallsPer } from '../../core/batch.ts';
import { fingerprint } from '../../core/fingerprint.ts';
import { refusal } from '../../core/errors.ts';
import { toJson } from '../../core/json.ts';
import type { Scope } from '../../core/scope.ts';
import type { Queryable } from '../../db/connection.ts';
import { insertMany } from '../../db/insert-many.ts';
import { expectOne } from '../../db/rows.ts';
import { findKeyRows, storeResponseRows, type IdempotencyRow } from './idempotency.sql.ts';
import type { ScopedUnit } from './unit.ts';

/** Keys with these prefixes belong to the service itself. */
const RESERVED_PREFIXES = ['payment:', 'entrance:', 'loan:', 'dividend:'];

/** Keys that one statement is about. */
const MAX_KEYS_PER_STATEMENT = 500;

export interface IdempotencyKey {
  key: string;
  /** Operation, subject and body: what makes a repeat "the same request". */
  request: unknown[];
  /** The same request as it might have been written too: it also repeats one that was. */
  also_written?: unknown[][];
}

/**
 * @param path where the request has its key: in a field of its body, or in a header
 * @throws AppError `idempotency_key_reserved`
 */
export function refuseReservedKey(
  key: string,
  path: 'idempotency_key' | 'idempotency-key' = 'idempotency_key',
): void {
  if (RESERVED_PREFIXES.some((prefix) => key.startsWith(prefix))) {
    throw refusal('idempotency_key_reserved', undefined, [
      {
        path,
        message: `Keys starting with ${RESERVED_PREFIXES.join(', ')} are reserved.`,
      },
    ]);
  }
}

/** A key in its space. */
interface ScopedKey {
  scope: Scope;
  idempotency: IdempotencyKey;
}

interface KeyClaim extends ScopedKey {
  subject_id: string;
}

/**
 * Claims the key for a new subject. Waits for a concurrent claim of the same key to commit or roll back.
 * @returns null when this call claimed it, else the earlier use by the same request
 * @throws AppError `idempotency_key_reused` when it was used for another request
 */
export async function claimKey(
  { trx, scope }: Pick<ScopedUnit, 'trx' | 'scope'>,
  idempotency: IdempotencyKey,
  subject_id: string,
): Promise<IdempotencyRow | null> {
  return answered(await claimKeys(trx, [{ scope, idempotency, subject_id }]));
}

/** The same for many, each with its own answer; an error is for its own caller only. */
async function claimKeys(trx: Queryable, claims: KeyClaim[]): Promise<(IdempotencyRow | null | Error)[]> {
  const rows = claims.map(({ scope: { project_id, environment }, idempotency, subject_id }) => ({
    project_id,
    environment,
    key: idempotency.key,
    fingerprint: fingerprint(...idempotency.request),
    subject_id,
  }));
  const claimed = await insertMany<IdempotencyRow>(
    trx,
    'idempotency_keys',
    rows.toSorted((a, b) => (keyName(a) < keyName(b) ? -1 : 1)),
    { answered: 'subject_id', prepared: true },
  );
  const mine = new Set(claimed.map(({ subject_id }) => subject_id));
  const others = claims.filter(({ subject_id }) => !mine.has(subject_id));
  const found = await findKeys(trx, others);
  const earlier = new Map(others.map((claim, i) => [claim, found[i] ?? null]));
  // Given back between the two statements: the key is free again, and still to be claimed.
  const free = others.filter((claim) => earlier.get(claim) === null);
  if (free.length > 0)
    (await claimKeys(trx, free)).forEach((answer, i) => earlier.set(free[i] as KeyClaim, answer));
  return claims.map((claim) => earlier.get(claim) ?? null);
}

/** Gives the key back: nothing was created under it. */
export async function releaseKey(
  { trx, scope }: Pick<ScopedUnit, 'trx' | 'scope'>,
  key: string,
): Promise<void> {
  await releaseKeys(trx, [{ scope, key }]);
}

async function releaseKeys(trx: Queryable, keys: { scope: Scope; key: string }[]): Promise<void> {
  if (keys.length === 0) return;
  await trx('idempotency_keys')
    .whereIn(
      ['project_id', 'environment', 'key'],
      keys.map(({ scope, key }) => [scope.project_id, scope.environment, key]),
    )
    .delete();
}

/** A request that creates something. */
export interface IdempotentRequest {
  scope: Scope;
  /** null: asking again creates another one. */
  idempotency: IdempotencyKey | null;
  /** The id of what it would create. */
  subject_id: string;
}

/** What was created, or the key as the same request used it before. */
export type IdempotentResult<Row> = { created: Row } | { existing: IdempotencyRow };

/**
 * Creates what many requests ask for, in one transaction, at most once for each key. What could not be created leaves its
 * key unused, and a repeat of it that came at the same moment is refused in the same way.
 * @param create answers every request that is given to it, in order, with what it created or with why it is refused
 */
export async function executeIdempotently<Request extends IdempotentRequest, Row>(
  trx: Queryable,
  requests: Request[],
  create: (fresh: Request[]) => Promise<(Row | Error)[]>,
): Promise<(IdempotentResult<Row> | Error)[]> {
  const keyed = requests.flatMap((request) =>
    request.idempotency ? [{ request, claim: { ...request, idempotency: request.idempotency } }] : [],
  );
  // The keys first: what was asked before is answered as then, whatever has changed since.
  const claims = await claimKeys(
    trx,
    keyed.map(({ claim }) => claim),
  );
  const claimed = new Map(keyed.map(({ request }, i) => [request, claims[i] ?? null]));
  const fresh = requests.filter((request) => !claimed.get(request));
  const created = await create(fresh);
  const results = new Map(fresh.map(({ subject_id }, i) => [subject_id, created[i] as Row | Error]));
  await releaseKeys(
    trx,
    fresh.flatMap(({ scope, idempotency }, i) =>
      idempotency && created[i] instanceof Error ? [{ scope, key: idempotency.key }] : [],
    ),
  );
  return requests.map((request) => {
    const existing = claimed.get(request) ?? null;
    if (existing instanceof Error) return existing;
    const result = results.get(existing?.subject_id ?? request.subject_id);
    if (result instanceof Error) return result;
    return existing ? { existing } : { created: result as Row };
  });
}

/** The earlier use of the key by the same request, if any. @throws AppError `idempotency_key_reused` */
export function findKey(
  db: Queryable,
  scope: Scope,
  idempotency: IdempotencyKey,
): Promise<IdempotencyRow | null> {
  return findTogether(db, { scope, idempotency });
}

const findTogether = batchCallsPer(findKeys, { max_weight: MAX_KEYS_PER_STATEMENT });

async function findKeys(db: Queryable, wanted: ScopedKey[]): Promise<(IdempotencyRow | null | Error)[]> {
  if (wanted.length === 0) return [];
  const rows = await findKeyRows(db, {
    project_ids: wanted.map(({ scope }) => scope.project_id),
    environments: wanted.map(({ scope }) => scope.environment),
    keys: wanted.map(({ idempotency }) => idempotency.key),
  });
  const found = new Map(rows.map((row) => [keyName(row), row]));
  return wanted.map(({ scope: { project_id, environment }, idempotency }) => {
    const row = found.get(keyName({ project_id, environment, key: idempotency.key }));
    return row && !isSameRequest(row, idempotency) ? refusal('idempotency_key_reused') : (row ?? null);
  });
}

function isSameRequest(row: IdempotencyRow, { request, also_written = [] }: IdempotencyKey): boolean {
  return [request, ...also_written].some((written) => fingerprint(...written) === row.fingerprint);
}

/** What a request was answered: opaque to everything but the API, which writes and repeats it. */
export interface StoredResponse {
  response_status: number;
  /** JSON text. */
  response_body: string;
}

/** @returns null when no request under the key was answered, or its answer is not stored yet */
export async function findResponse(db: Queryable, scope: Scope, key: string): Promise<StoredResponse | null> {
  const { project_id, environment } = scope;
  const [row] = await findKeyRows(db, {
    project_ids: [project_id],
    environments: [environment],
    keys: [key],
  });
  if (row?.response_status == null || row.response_body === null) return null;
  return { response_status: row.response_status, response_body: row.response_body };
}

/** Stores what was answered under a key. @returns false when an answer is stored already */
export const storeResponse = batchCallsPer(storeResponses, { max_weight: MAX_KEYS_PER_STATEMENT });

async function storeResponses(
  db: Queryable,
  answers: (StoredResponse & { scope: Scope; key: string })[],
): Promise<boolean[]> {
  const rows = answers.map(({ scope: { project_id, environment }, ...answer }) => ({
    project_id,
    environment,
    ...answer,
  }));
  // Of two answers to one key the first counts.
  const first = new Map(rows.toReversed().map((row) => [keyName(row), row]));
  const kept = await storeResponseRows(db, { rows: toJson([...first.values()]) });
  const names = new Set(kept.map(keyName));
  return rows.map((row) => first.get(keyName(row)) === row && names.has(keyName(row)));
}

function keyName({
  project_id,
  environment,
  key,
}: Pick<IdempotencyRow, 'project_id' | 'environment' | 'key'>): string {
  return `${project_id} ${environment} ${key}`;
}

function answered<Answer>(answers: (Answer | Error)[]): Answer {
  const answer = expectOne(answers);
  if (answer instanceof Error) throw answer;
  return answer;
}
