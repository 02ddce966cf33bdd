/** Runs the command of an operation: sends the request and prints the answer in the chosen format. */
import { unreadable, writeJson, type Answer } from '@ushirika/sdk/transport';
import { idOf } from '../output/columns.ts';
import type { Call, OperationRow } from '../command.ts';
import { EXIT, type ExitCode } from '../failure.ts';
import type { OperationFacts } from '../operation-facts.ts';
import { fieldsText, tableText } from '../output/results.ts';
import { startProgress } from '../output/progress.ts';
import { prepare, send, type Prepared } from './send.ts';
import type { Settings } from '../profiles/settings.ts';
import { print, tell } from '../output/terminal.ts';
import { totalsText, type ListTotals } from '../output/totals.rules.ts';
import { visible } from '../output/visible.rules.ts';

type Row = Record<string, unknown>;
type Page = Row & { next_after: string | null; totals?: ListTotals };

/** Rows per request with `--all`. */
const MAX_LIMIT = 1_000;

export async function runOperation(call: Call, row: OperationRow): Promise<ExitCode> {
  return runPrepared(await prepare(call, row));
}

/** Sends the prepared request, once or page by page, and prints the answer. */
export async function runPrepared(prepared: Prepared): Promise<ExitCode> {
  const { call } = prepared;
  const { page } = prepared.facts;
  if (page !== null && call.flags['all'] === true) return printAll(prepared, page);
  return present(await send(prepared), prepared);
}

/** Prints an answer. @returns the exit code */
export function present(
  answer: Pick<Answer, 'data' | 'text' | 'status'>,
  { facts, settings, call }: Pick<Prepared, 'facts' | 'settings' | 'call'>,
): ExitCode {
  const { data, text } = answer;
  if (facts.page !== null) requireList(answer, facts.page);
  if (settings.as_json) {
    if (text !== '') print(text);
  } else if (text === '') tell('Done.');
  else if (facts.page !== null) printPage(facts.page, data as Page, { facts, settings });
  else printOne(data as Row, facts, settings);
  return exitFor(facts, (data ?? {}) as Row, call.flags);
}

/** @throws UshirikaError */
function requireList(answer: Pick<Answer, 'data' | 'status'>, plural: string): void {
  if (!Array.isArray((answer.data as Page)[plural])) throw unreadable(answer, `it has no list ${plural}`);
}

function printPage(plural: string, page: Page, shown: Pick<Prepared, 'facts' | 'settings'>): void {
  printRows(plural, page[plural] as Row[], shown);
  if (page.totals) tell(totalsText(page.totals));
  tellOfMore(page.next_after);
}

/** @param next_after null on the last page */
export function tellOfMore(next_after: string | null): void {
  if (next_after !== null) tell(`There is more: --after ${next_after}`);
}

function printRows(
  plural: string,
  rows: readonly Row[],
  { facts, settings }: Pick<Prepared, 'facts' | 'settings'>,
): void {
  if (settings.quiet) for (const row of rows) print(idOf(row) ?? '');
  else if (rows.length === 0) tell('The list is empty.');
  else print(tableText(facts.lists[plural], rows, settings));
}

function printOne(value: Row, facts: OperationFacts, settings: Settings): void {
  if (settings.quiet) return print(idOf(value) ?? '');
  const headline = facts.method === 'GET' ? null : headlineOf(value, facts);
  if (headline !== null) print(headline);
  print(fieldsText(value, facts.lists, settings));
}

/** The outcome of a movement, printed first. */
function headlineOf(value: Row, facts: OperationFacts): string | null {
  if (isWaiting(value, facts)) {
    const { status, approval_id } = value;
    return `${String(status)}: ${String(approval_id)} awaits a decision`;
  }
  const movement = movementIn(value, facts);
  if (movement === null) return null;
  const { status, error, reason, id } = movement;
  // Only entries have the reason of a failure.
  return status === 'failed' && typeof error === 'string'
    ? `failed: ${error}: ${visible(String(reason))}`
    : `${String(status)}: ${String(id)}`;
}

/** The movement in the answer: an entry, or the subject of a decision. */
function movementIn(value: Row, { answer }: OperationFacts): Row | null {
  if (answer === 'Entry') return value;
  if (answer !== 'Approved') return null;
  const { entry, loan, dividend, savings_interest, period } = value;
  return (entry ?? loan ?? dividend ?? savings_interest ?? period ?? null) as Row | null;
}

/** The status of a request that waits for a second person, by schema of the answer. */
const WAITING: Readonly<Record<string, readonly string[]>> = {
  Entry: ['awaiting_approval'],
  Loan: ['applied'],
  Dividend: ['declared'],
  AccountingPeriod: ['closing', 'reopening'],
};

/** Does the request wait for a second person? */
function isWaiting({ status }: Row, { answer, idempotency }: OperationFacts): boolean {
  if (answer === null || idempotency === 'none') return false;
  return WAITING[answer]?.includes(String(status)) ?? false;
}

function exitFor(facts: OperationFacts, value: Row, flags: Record<string, unknown>): ExitCode {
  if (facts.method === 'GET') return EXIT.done;
  if (movementIn(value, facts)?.['status'] === 'failed') return EXIT.refused;
  return isWaiting(value, facts) && flags['failOnWaiting'] === true ? EXIT.waiting : EXIT.done;
}

/** Prints all rows as one list, with the other fields of the first page. */
async function printAll(prepared: Prepared, plural: string): Promise<ExitCode> {
  const { settings, built, client, facts, call } = prepared;
  const progress = startProgress(`Reading ${plural.replaceAll('_', ' ')}`);
  const rows: Row[] = [];
  let first: Page | null = null;
  try {
    for (let after: unknown = call.flags['after']; after !== null;) {
      // Totals are of all rows: they are counted with the first page.
      const counted: Row = first === null ? {} : { totals: undefined };
      const query = { limit: MAX_LIMIT, ...built.request.query, ...counted, after };
      const answer = await client.request<Page>(facts.method, built.path, { ...built.request, query });
      requireList(answer, plural);
      const { data } = answer;
      first ??= data;
      rows.push(...(data[plural] as Row[]));
      progress.show(rows.length);
      after = data.next_after;
    }
  } finally {
    progress.end();
  }
  if (settings.as_json) print(writeJson({ ...first, [plural]: rows, next_after: null }));
  else {
    printRows(plural, rows, prepared);
    if (first?.totals) tell(totalsText(first.totals));
  }
  return EXIT.done;
}
