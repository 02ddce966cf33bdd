/** The heads of the audit log at the last verification, in a file outside the database: it reveals a rollback of the whole log. */
import { readFile, rename, writeFile } from 'node:fs/promises';
import joi from 'joi';
import { UsageError } from '../core/shutdown.ts';
import type { KnownHead } from '../domain/platform/audit/audit-invariants.ts';

const schema = joi.array().items(
  joi.object({
    project_id: joi.string().required(),
    environment: joi.string().valid('test', 'live').required(),
    seq: joi.string().pattern(/^\d+$/).required(),
    hash: joi.string().required(),
  }),
);

/**
 * @returns an empty list if there is no such file yet
 * @throws UsageError when the file cannot be read, or holds something else
 */
export async function readKnownHeads(file: string): Promise<KnownHead[]> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return [];
    throw new UsageError(`The file ${file} cannot be read (${code}).`);
  }
  try {
    return joi.attempt(JSON.parse(text), schema) as KnownHead[];
  } catch {
    throw new UsageError(`${file} does not hold heads of an audit log.`);
  }
}

/** Writes the file atomically. */
export async function writeKnownHeads(file: string, heads: KnownHead[]): Promise<void> {
  await writeFile(`${file}.new`, `${JSON.stringify(heads, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}
