/** The content of a file, opened as it streams. */
import { pipeline } from 'node:stream';
import { unavailable } from '../../core/errors.ts';
import { opening } from '../../core/files/sealed-stream.ts';
import { audit } from '../platform/audit/audit.ts';
import { inTransaction, type Caller } from '../platform/unit.ts';
import { contentName, getFile, sealContext } from './file.ts';
import type { FilePurpose, FileRow } from './file.model.ts';

/** Pictures that a page shows beside a member's name; whoever opens anything else is recorded. */
const SHOWN: ReadonlySet<FilePurpose> = new Set(['member_photo', 'member_signature']);

export interface FileContent {
  file: FileRow;
  content: AsyncIterable<Buffer>;
}

/** @throws AppError NOT_FOUND, SERVICE_UNAVAILABLE; while it is read where the content was changed */
export async function readContent(caller: Caller, id: string): Promise<FileContent> {
  const { ctx, scope } = caller;
  const file = await getFile(ctx.db, scope, id);
  const key = Buffer.from(ctx.secrets.open(file.key_sealed, sealContext(file)), 'base64');
  const sealed = await ctx.files.get(contentName(file)).catch((cause: unknown) => {
    throw unavailable('file store', cause);
  });
  if (!SHOWN.has(file.purpose))
    await inTransaction(caller, (unit) =>
      audit(unit, 'file.opened', id, { purpose: file.purpose, subject: file.subject_id }),
    );
  // Whoever reads the end is told of an error of either.
  const content = pipeline(sealed, opening(key), () => undefined);
  return { file, content };
}
