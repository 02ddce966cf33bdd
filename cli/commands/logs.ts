/** `logs`: webhook deliveries and audited actions in the order of time, newest last. */
import { UshirikaError } from '@ushirika/sdk/transport';
import { openClient, type Client } from '../client.ts';
import type { Call } from '../command.ts';
import { EXIT, Interrupted, type ExitCode } from '../failure.ts';
import { requireCredential, requireProject, resolveSettings, type Settings } from '../settings.ts';
import { print } from '../terminal.ts';
import { pause } from '../wait.ts';

const SHOWN = 50;
const FOLLOW_EVERY_MS = 1_000;
/** Of each kind; what came between two looks is among them. */
const LOOKED_AT = 200;

type Row = Record<string, unknown> & { id: string };

interface Line {
  at: string;
  kind: 'delivery' | 'audit';
  row: Row;
}

export async function run({ flags, globals, signal }: Call): Promise<ExitCode> {
  const settings = await resolveSettings(globals);
  const credential = requireCredential(settings);
  if (credential.kind === 'session') requireProject(settings);
  const client = openClient(settings, credential, signal);
  const read = reader(client, settings, flags);
  const seen = new Set<string>();
  const show = (lines: readonly Line[]): void => {
    for (const line of lines) {
      if (!seen.has(line.row.id)) printLine(line, settings);
      seen.add(line.row.id);
    }
  };
  const first = await read(SHOWN);
  show(first.slice(-SHOWN));
  for (const { row } of first) seen.add(row.id);
  if (flags['follow'] !== true) return EXIT.done;
  try {
    for (;;) {
      await pause(FOLLOW_EVERY_MS, signal);
      show(await read(LOOKED_AT));
    }
  } catch (error) {
    if (error instanceof Interrupted) return EXIT.done;
    throw error;
  }
}

/** @returns reads that many of each kind, in the order of time */
function reader(
  client: Client,
  settings: Settings,
  flags: Record<string, unknown>,
): (limit: number) => Promise<Line[]> {
  const { status, type } = flags as { status?: string; type?: string };
  const matches = (text: unknown): boolean =>
    type === undefined || (type.endsWith('.') ? String(text).startsWith(type) : text === type);
  // Who may not read the audit log sees the deliveries; a status is one of deliveries.
  let reads_audit = settings.credential?.kind === 'session' && status === undefined;
  return async (limit) => {
    const deliveries = await client.request<{ webhook_deliveries: Row[] }>(
      'GET',
      '/api/v1/webhook-deliveries',
      {
        query: { limit, status },
      },
    );
    const lines: Line[] = deliveries.data.webhook_deliveries
      .filter((row) => matches(row['type']))
      .map((row) => ({ at: String(row['created_at']), kind: 'delivery', row }));
    const audit = reads_audit ? await readAudit(client, settings, limit) : null;
    reads_audit = audit !== null;
    for (const row of audit ?? [])
      if (matches(row['action'])) lines.push({ at: String(row['at']), kind: 'audit', row });
    return lines.toSorted((a, b) => (a.at === b.at ? (a.row.id < b.row.id ? -1 : 1) : a.at < b.at ? -1 : 1));
  };
}

/** @returns null where this person may not read it */
async function readAudit(client: Client, settings: Settings, limit: number): Promise<Row[] | null> {
  const { environment } = settings;
  try {
    const { data } = await client.request<{ audit_log: Row[] }>(
      'GET',
      `/api/projects/${requireProject(settings)}/audit-log`,
      { query: { limit, environment } },
    );
    return data.audit_log;
  } catch (error) {
    if (error instanceof UshirikaError && error.status === 403) return null;
    throw error;
  }
}

function printLine({ at, kind, row }: Line, { as_json, quiet }: Settings): void {
  if (quiet) print(row.id);
  else if (as_json) print(JSON.stringify({ at, kind, ...row }));
  else if (kind === 'delivery')
    print(`${at}  delivery  ${String(row['status'])}  ${String(row['type'])}  ${row.id}`);
  else {
    const { id: actor } = row['actor'] as { id: string };
    print(`${at}  audit  ${String(row['action'])}  ${String(row['subject'])}  by ${actor}`);
  }
}
