/** The heads of the audit log that a verification saw, in a file outside the database: it tells when the whole was set back. */
import { readFile, rename, writeFile } from 'node:fs/promises';
import joi from 'joi';
import { UsageError } from '../core/shutdown.ts';
import type { KnownHead } from '../domain/platform/audit-invariants.ts';

const schema = joi.array().items(
  joi.object({
    project_id: joi.string().required(),
    environment: joi.string().valid('test', 'live').required(),
    seq: joi.string().pattern(/^\d+$/).required(),
    hash: joi.string().required(),
  }),
);

/**
 * @returns none where there is no such file yet
 * @throws UsageError when it is not such a file
 */
export async function readKnownHeads(file: string): Promise<KnownHead[]> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  try {
    return joi.attempt(JSON.parse(text), schema) as KnownHead[];
  } catch {
    throw new UsageError(`${file} does not hold heads of an audit log.`);
  }
}

/** Whole or not at all. */
export async function writeKnownHeads(file: string, heads: KnownHead[]): Promise<void> {
  await writeFile(`${file}.new`, `${JSON.stringify(heads, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}
