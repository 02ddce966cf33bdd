/** Imports at cut-over to test with. */
import type { Reply } from './client.ts';
import { csvTable } from './csv-table.ts';
import { newPhone, must } from './people.ts';
import type { Sacco } from './sacco.ts';
import { decide } from './lending.ts';
import { until } from './wait.ts';

export const IMPORTS = '/api/v1/sacco/imports';

/** A line of the members' file with a phone of its own. */
export function memberRow(member_no: string, more: Record<string, string> = {}): Record<string, string> {
  return { member_no, full_name: `Member ${member_no}`, phone: newPhone(), ...more };
}

export interface Files {
  members?: readonly Record<string, string>[];
  loans?: readonly Record<string, string>[];
  accounts?: readonly Record<string, string>[];
  guarantors?: readonly Record<string, string>[];
}

export function importBody({ members = [], ...others }: Files, more: object = {}): object {
  const files = Object.entries(others).map(([name, rows]) => [`${name}_csv`, csvTable(rows ?? [])]);
  return {
    cut_over_date: new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10),
    members_csv: csvTable(members),
    ...Object.fromEntries(files),
    memo: 'cut-over',
    idempotency_key: crypto.randomUUID(),
    ...more,
  };
}

/** Asked for by the admin. */
export function askImport({ admin }: Pick<Sacco, 'admin'>, files: Files, more: object = {}): Promise<Reply> {
  return admin.post(IMPORTS, importBody(files, more));
}

/** Asked for, approved and ended. */
export async function importFiles(sacco: Sacco, files: Files, more: object = {}): Promise<Reply['body']> {
  const { body } = must(await askImport(sacco, files, more));
  must(await decide(sacco, body.approval_id));
  return until('the import has ended', async () => {
    const found = must(await sacco.maker.get(`${IMPORTS}/${body.id}`)).body;
    return ['imported', 'refused'].includes(found.status) && found;
  });
}
