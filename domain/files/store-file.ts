/**
 * Stores an uploaded file. Its row is written before its content: wherever a process dies, the row says that there may be
 * content, and the sweep deletes both.
 */
import { createHash, randomUUID, type Hash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { systemTimeIn } from '../../core/clock.ts';
import { AppError, refusal, unavailable } from '../../core/errors.ts';
import { fileTypeOf, TELLING_BYTES, type FileType } from '../../core/files/file-types.rules.ts';
import type { ReceivedFile } from '../../core/files/file-store.port.ts';
import { pictureFault } from '../../core/files/picture.ts';
import { ABANDONED_AFTER_MS } from '../../core/files/incoming.ts';
import { newFileKey, sealing } from '../../core/files/sealed-stream.ts';
import { newId } from '../../core/ids.ts';
import type { Scope } from '../../core/scope.ts';
import type { Transaction } from '../../db/connection.ts';
import { scopeColumns } from '../../db/model.ts';
import { expectOne } from '../../db/rows.ts';
import { audit } from '../platform/audit/audit.ts';
import { inTransaction, type Caller } from '../platform/unit.ts';
import { contentName, sealContext } from './file.ts';
import { StoredFile, type FilePurpose, type FileRow } from './file.model.ts';
import { countUnusedFiles, lockUnusedFiles } from './unused-files.sql.ts';

export const MAX_FILE_BYTES = 10 * 1024 * 1024;
/** It is shown on every page, and is part of every paper. */
const MAX_LOGO_BYTES = 100_000;

/** Of one project and environment, what belongs to nothing. */
const MAX_UNUSED_FILES = 200;
const MAX_UNUSED_BYTES = 1024 ** 3;
/** What was replaced is deleted within minutes. */
const UNUSED_RETRY_S = 600;
/** What is uploaded is used in the same hour: a form is filled in meanwhile. */
export const UNUSED_MS = 24 * 3_600_000;

export interface NewFile {
  /** null: whatever it will be given to first. */
  purpose: FilePurpose | null;
  name: string;
  content: AsyncIterable<Buffer>;
}

/**
 * Holds little of the content in memory at a time.
 * @throws AppError `file_type_refused`, `logo_refused`, PAYLOAD_TOO_LARGE, RATE_LIMITED, `encryption_key_missing`, SERVICE_UNAVAILABLE; the content's own error
 */
export async function storeFile(caller: Caller, { content, ...about }: NewFile): Promise<FileRow> {
  const { ctx } = caller;
  const { type, whole: all } = await tellType(content);
  const whole = about.purpose === 'logo' ? await checkedLogo(all) : all;
  const key = newFileKey();
  const row = await insertRow(caller, { ...about, content_type: type, key });
  const path = join(ctx.files.incoming, randomUUID());
  try {
    const { size_bytes, sha256, received } = await receive(whole, { key, path });
    await ctx.files.put(contentName(row), received).catch((cause: unknown) => {
      throw unavailable('file store', cause);
    });
    return await recordStored(caller, row, { size_bytes, sha256 });
  } catch (error) {
    // Unless the database is gone, too: then it is due when its time for uploading is over.
    await giveUp(caller, row).catch(() => undefined);
    throw error;
  } finally {
    await rm(path, { force: true });
  }
}

/** Reads as far as it takes. @returns the type, and the whole content again */
async function tellType(
  content: AsyncIterable<Buffer>,
): Promise<{ type: FileType; whole: AsyncIterable<Buffer> }> {
  const reader = content[Symbol.asyncIterator]();
  const begun: Buffer[] = [];
  let read = 0;
  while (read < TELLING_BYTES) {
    const next = await reader.next();
    if (next.done === true) break;
    begun.push(next.value);
    read += next.value.length;
  }
  const type = fileTypeOf(Buffer.concat(begun));
  if (type === null) {
    await reader.return?.();
    throw refusal('file_type_refused');
  }
  async function* whole(): AsyncGenerator<Buffer> {
    yield* begun;
    for (let next = await reader.next(); next.done !== true; next = await reader.next()) yield next.value;
  }
  return { type, whole: whole() };
}

/** A logo is small enough to be read before anything is stored. @throws AppError PAYLOAD_TOO_LARGE, `logo_refused` */
async function checkedLogo(content: AsyncIterable<Buffer>): Promise<AsyncIterable<Buffer>> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of content) {
    parts.push(part);
    bytes += part.length;
    if (bytes > MAX_LOGO_BYTES)
      throw new AppError(
        'PAYLOAD_TOO_LARGE',
        'A logo may have 100 kB. Save it smaller, or with fewer colours.',
      );
  }
  const fault = pictureFault(Buffer.concat(parts));
  if (fault !== null) throw refusal('logo_refused', fault);
  return Readable.from(parts);
}

async function insertRow(
  { ctx, scope, actor }: Caller,
  { purpose, name, content_type, key }: Pick<FileRow, 'purpose' | 'name' | 'content_type'> & { key: Buffer },
): Promise<FileRow> {
  const id = newId('file');
  return inTransaction({ ctx, scope }, async ({ trx }) => {
    await requireRoom(trx, scope);
    return StoredFile.query(trx)
      .insert({
        id,
        ...scopeColumns(scope),
        purpose,
        name,
        content_type,
        key_sealed: ctx.secrets.seal(key.toString('base64'), sealContext({ id })),
        status: 'uploading',
        created_by_type: actor.type,
        created_by_id: actor.id,
        created_at: scope.clock.now(),
        due_at: systemTimeIn(ABANDONED_AFTER_MS),
      })
      .returning('*');
  });
}

/** Whoever uploads and uses nothing does not fill the disk. @throws AppError RATE_LIMITED */
async function requireRoom(trx: Transaction, scope: Scope): Promise<void> {
  const columns = scopeColumns(scope);
  await lockUnusedFiles(trx, { key: `${columns.project_id} ${columns.environment}` });
  const unused = expectOne(await countUnusedFiles(trx, { ...columns, largest_bytes: MAX_FILE_BYTES }));
  if (unused.files < MAX_UNUSED_FILES && unused.bytes + BigInt(MAX_FILE_BYTES) <= MAX_UNUSED_BYTES) return;
  throw new AppError(
    'RATE_LIMITED',
    `${unused.files} uploaded files belong to nothing yet. Give them to what they are for, or wait until they are deleted.`,
    { retry_after_s: UNUSED_RETRY_S },
  );
}

interface Received {
  size_bytes: number;
  sha256: string;
  /** What was written: the sealed content. */
  received: ReceivedFile;
}

async function receive(
  content: AsyncIterable<Buffer>,
  { key, path }: { key: Buffer; path: string },
): Promise<Received> {
  await mkdir(join(path, '..'), { recursive: true, mode: 0o700 });
  const plain = counted(MAX_FILE_BYTES);
  const sealed = counted(Infinity);
  // Flushed to the disk before it is closed: the row must not outlive the content.
  const target = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
  await pipeline(Readable.from(content), plain.through, sealing(key), sealed.through, target);
  return {
    size_bytes: plain.bytes(),
    sha256: plain.hash.digest('hex'),
    received: { path, bytes: sealed.bytes(), sha256: sealed.hash.digest('base64') },
  };
}

/** Lets bytes through, hashed and counted. */
function counted(most: number): { through: Transform; hash: Hash; bytes: () => number } {
  const hash = createHash('sha256');
  let bytes = 0;
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > most) return done(tooLarge());
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { through, hash, bytes: () => bytes };
}

function tooLarge(): AppError {
  return new AppError(
    'PAYLOAD_TOO_LARGE',
    `A file may have ${MAX_FILE_BYTES / 1024 / 1024} MiB. Send a smaller picture, or fewer pages.`,
  );
}

function recordStored(
  caller: Caller,
  { id, purpose, content_type }: FileRow,
  facts: Pick<Received, 'size_bytes' | 'sha256'>,
): Promise<FileRow> {
  return inTransaction(caller, async (unit) => {
    const stored = await StoredFile.query(unit.trx)
      .inScope(unit.scope)
      .where({ id, status: 'uploading' })
      .patch({ ...facts, status: 'stored', due_at: systemTimeIn(UNUSED_MS) })
      .returning('*');
    await audit(unit, 'file.uploaded', id, { purpose, content_type, ...facts });
    return expectOne(stored);
  });
}

/** The content goes at once, also where the row was swept while it was received. */
async function giveUp({ ctx, scope }: Caller, row: FileRow): Promise<void> {
  await StoredFile.query(ctx.db)
    .inScope(scope)
    .where({ id: row.id })
    .patch({ status: 'deleting', due_at: systemTimeIn(0) });
  await ctx.files.delete(contentName(row));
}
