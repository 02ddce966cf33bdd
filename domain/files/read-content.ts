/** The content of a file, opened as it streams. */
import { pipeline } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { unavailable } from '../../core/errors.ts';
import { opening } from '../../core/files/sealed-stream.ts';
import { audit } from '../platform/audit/audit.ts';
import type { Context } from '../platform/context.ts';
import { inTransaction, type Caller, type ScopedContext } from '../platform/unit.ts';
import { contentName, getFile, sealContext } from './file.ts';
import type { FilePurpose, FileRow } from './file.model.ts';

/** Pictures that a page shows beside a name; whoever opens anything else is recorded. */
const SHOWN: ReadonlySet<FilePurpose | null> = new Set(['member_photo', 'member_signature', 'logo']);

export interface FileContent {
  file: FileRow;
  /** Nothing is open before it is read, and nothing once the reader has ended. */
  content: AsyncIterable<Buffer>;
}

/** @throws AppError NOT_FOUND; while it is read SERVICE_UNAVAILABLE, or where the content was changed */
export async function readContent(caller: Caller, id: string): Promise<FileContent> {
  const { ctx, scope } = caller;
  const file = await getFile(ctx.db, scope, id);
  const content = opened(ctx, file);
  if (!SHOWN.has(file.purpose))
    await inTransaction(caller, (unit) =>
      audit(unit, 'file.opened', id, { purpose: file.purpose, subject: file.subject_id }),
    );
  return { file, content };
}

/** The whole of a small file, for the service itself. @throws AppError as `readContent` */
export async function readWhole({ ctx, scope }: ScopedContext, id: string): Promise<Buffer> {
  return buffer(opened(ctx, await getFile(ctx.db, scope, id)));
}

function opened(ctx: Context, file: FileRow): AsyncGenerator<Buffer> {
  const key = Buffer.from(ctx.secrets.open(file.key_sealed, sealContext(file)), 'base64');
  return contentOf(ctx, file, key);
}

async function* contentOf({ files }: Context, file: FileRow, key: Buffer): AsyncGenerator<Buffer> {
  const sealed = await files.get(contentName(file)).catch((cause: unknown) => {
    throw unavailable('file store', cause);
  });
  // Whoever reads the end is told of an error of either.
  yield* pipeline(sealed, opening(key), () => undefined);
}
