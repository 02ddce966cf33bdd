/** `logs`: webhook deliveries and audited actions in chronological order. */
import { UshirikaError, writeJson } from '@ushirika/sdk/transport';
import { openClient, type Client } from '../request/client.ts';
import type { Call } from '../command.ts';
import { EXIT, Interrupted, type ExitCode } from '../failure.ts';
import { requireCredential, requireProject, resolveSettings, type Settings } from '../profiles/settings.ts';
import { print } from '../output/terminal.ts';
import { pause } from '../request/wait.ts';

const SHOWN = 50;
const FOLLOW_EVERY_MS = 1_000;
/** Rows per request. When more have arrived since the last poll, there are more requests. */
const PAGE_SIZE = 200;
/** A row may be seen this much later than rows of a later time, because what wrote it took longer. */
const LATE_MS = 10_000;

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
  const client = await openClient(settings, credential, signal);
  const readNew = reader(client, settings, flags);
  const show = (lines: readonly Line[]): void => {
    for (const line of lines) printLine(line, settings);
  };
  const follows = flags['follow'] === true;
  try {
    show((await readNew()).slice(-SHOWN));
    while (follows) {
      await pause(FOLLOW_EVERY_MS, signal);
      show(await readNew());
    }
  } catch (error) {
    if (!(follows && error instanceof Interrupted)) throw error;
  }
  return EXIT.done;
}

/** Reads rows of one list after a cursor, newest first. Null: the user may not read them. */
type ReadPage = (after: string | null) => Promise<Page | null>;

interface Page {
  lines: Line[];
  next_after: string | null;
}

/** @returns a function that reads a page on the first call, then the new rows, in chronological order */
function reader(client: Client, settings: Settings, flags: Record<string, unknown>): () => Promise<Line[]> {
  const { status, type } = flags as { status?: string; type?: string };
  const matches = ({ row }: Line): boolean => {
    const text = String(row['type'] ?? row['action']);
    return type === undefined || (type.endsWith('.') ? text.startsWith(type) : text === type);
  };
  const lists = [newLines(deliveryPages(client, status))];
  // Only deliveries have a status.
  if (settings.credential?.kind === 'session' && status === undefined)
    lists.push(newLines(auditPages(client, settings)));
  return async () => {
    const lines = (await Promise.all(lists.map((read) => read()))).flat();
    return lines
      .filter(matches)
      .toSorted((a, b) => (a.at === b.at ? (a.row.id < b.row.id ? -1 : 1) : a.at < b.at ? -1 : 1));
  };
}

/** @returns a function that reads the newest page on the first call, then all new rows */
function newLines(readPage: ReadPage): () => Promise<Line[]> {
  const known = new Set<string>();
  /** Rows up to there are not new; null until the first page is read. */
  let older: string | null = null;
  let newest = '';
  return async () => {
    // As far back as rows may have come late. The newest page is read in any case: it has those whose status has changed.
    const settled = newest && new Date(Date.parse(newest) - LATE_MS).toISOString();
    const found: Line[] = [];
    for (let after: string | null = null; ;) {
      const page = await readPage(after);
      if (!page) return found;
      const { lines, next_after } = page;
      found.push(...lines.filter(({ at, row }) => !known.has(row.id) && (older === null || at > older)));
      const last_at = lines.at(-1)?.at ?? '';
      const is_first = older === null;
      older ??= next_after === null ? '' : last_at;
      if (is_first || next_after === null || last_at <= older || last_at < settled) break;
      after = next_after;
    }
    for (const { at, row } of found) {
      known.add(row.id);
      if (at > newest) newest = at;
    }
    return found;
  };
}

function deliveryPages(client: Client, status: string | undefined): ReadPage {
  return async (after) => {
    const { data } = await client.request<{ webhook_deliveries: Row[]; next_after: string | null }>(
      'GET',
      '/api/v1/webhook-deliveries',
      { query: { limit: PAGE_SIZE, status, after: after ?? undefined } },
    );
    const lines = data.webhook_deliveries.map((row): Line => {
      return { at: String(row['created_at']), kind: 'delivery', row };
    });
    return { lines, next_after: data.next_after };
  };
}

/** A user who may not read the audit log sees only the deliveries. */
function auditPages(client: Client, settings: Settings): ReadPage {
  const path = `/api/projects/${requireProject(settings)}/audit-log`;
  const { environment } = settings;
  let may_read = true;
  return async (after) => {
    if (!may_read) return null;
    try {
      const { data } = await client.request<{ audit_log: Row[]; next_after: string | null }>('GET', path, {
        query: { limit: PAGE_SIZE, environment, after: after ?? undefined },
      });
      const lines = data.audit_log.map((row): Line => ({ at: String(row['at']), kind: 'audit', row }));
      return { lines, next_after: data.next_after };
    } catch (error) {
      if (!(error instanceof UshirikaError) || error.status !== 403) throw error;
      may_read = false;
      return null;
    }
  };
}

function printLine({ at, kind, row }: Line, { as_json, quiet }: Settings): void {
  if (quiet) print(row.id);
  else if (as_json) print(writeJson({ at, kind, ...row }));
  else if (kind === 'delivery')
    print(`${at}  delivery  ${String(row['status'])}  ${String(row['type'])}  ${row.id}`);
  else {
    const { id: actor } = row['actor'] as { id: string };
    print(`${at}  audit  ${String(row['action'])}  ${String(row['subject'])}  by ${actor}`);
  }
}
