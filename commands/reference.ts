/**
 * `npm run reference`: writes docs/reference/ from the tables that the service itself uses, and the data model from a database
 * that it migrates for this, so that the pages cannot differ from the code. test/docs.test.ts fails while a page is out of date.
 */
import { realpathSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openApi } from '../api/openapi/document.ts';
import { MOVEMENTS } from '../app/compose.ts';
import { ERROR_CODES, REASONS } from '../core/errors.ts';
import { run } from '../core/shutdown.ts';
import { connect, type Db } from '../db/connection.ts';
import { migrate } from '../db/migrate.ts';
import { ACCOUNT_KINDS, type AccountKind, accounts, TRANSFER_KINDS } from '../domain/ledger/index.ts';
import { MEMBER_STATES } from '../domain/cooperative/index.ts';
import { entries } from '../domain/movements/index.ts';
import { startEmbeddedPostgres } from '../embedded/postgres.ts';
import { JOBS, KEEP_COMPLETED, KEEP_FAILED, QUEUES } from '../jobs/registry.ts';
import { cliParts } from './cli-page.ts';
import { dataModelPage } from './data-model.ts';
import { code, table } from './markdown.ts';
import { providersParts } from './providers-page.ts';

export const DATA_MODEL_PAGE = 'docs/development/data-model.md';

/** @param db migrated */
export function dataModel(db: Db): Promise<string> {
  return dataModelPage(db, header('the migrations in db/migrations'));
}

/** Every generated file's content by its name. */
export function reference(): Record<string, string> {
  return {
    'accounts.md': accountsPage(),
    'cli.md': cliPage(),
    'errors.md': errorsPage(),
    'jobs.md': jobsPage(),
    'providers.md': providersPage(),
    'sacco.md': saccoPage(),
    'openapi.json': `${JSON.stringify({ 'x-generated': header('api/routes.ts'), ...openApi() }, null, 2)}\n`,
  };
}

function accountsPage(): string {
  const limits = {
    debits: 'debits ≤ credits: cannot go negative',
    credits: 'credits ≤ debits: cannot be credited past its debits',
    none: 'none',
  };
  const generic = {
    both: 'debit and credit',
    credit_only: 'credit only',
    none: 'no',
  };
  return page(
    'Accounts and transfers',
    'domain/ledger/rules/kinds.rules.ts',
    'The balance of an account is positive on its normal side; financial statements count it in its class. Open holds count against the limit. ' +
      'The last column says whether the generic ledger endpoints may move the account; otherwise ' +
      'only the part of the service that owns the account does. Codes are the numbers by which the ledger stores ' +
      'kinds; they are never changed, only added. See [the ledger](../concepts/ledger.md).',
    '## Account kinds',
    table(
      ['Kind', 'Code', 'Name', 'Class', 'Normal side', 'Limit', 'Generic transfers'],
      Object.entries(ACCOUNT_KINDS).map(([kind, facts]) => [
        code(kind),
        String(facts.code),
        accounts.kindName(kind as AccountKind),
        facts.class,
        facts.normal,
        limits[facts.limit],
        generic[facts.generic],
      ]),
    ),
    '## Transfer kinds',
    table(
      ['Kind', 'Code'],
      Object.entries(TRANSFER_KINDS).map(([kind, number]) => [code(kind), String(number)]),
    ),
  );
}

function cliPage(): string {
  return page(
    'The command line',
    'cli/command-table.ts and the API',
    'The arguments and flags of each command of `ushirika`. Signing in, and what is common to all: [the command line](../command-line.md). ' +
      'Flags are the fields of the API; `--data` sends a whole body.',
    ...cliParts(),
  );
}

function providersPage(): string {
  return page(
    'Payment providers',
    'domain/payments/providers/registry.ts',
    'What each provider can do, and the credentials that a project enters to use it. Where capabilities depend on the account, ' +
      'these are the usual ones; `GET /api/projects/{project}/providers` returns those of your account. How to get the ' +
      'credentials, and what to try first: [payment providers](../providers/README.md).',
    ...providersParts(),
  );
}

function errorsPage(): string {
  return page(
    'Errors',
    'core/errors.ts',
    'The body of every error is `{ "error": { "code", "message", "reason", "details", "details_omitted", "doc_url", "request_id" } }`. ' +
      '`reason` names the rule that rejected the request. `details` lists the causes where there are several: at most 20, or ' +
      '100 lines of a statement; `details_omitted` counts the rest. `doc_url` is the place of the reason, or else of the code, ' +
      "on the server's own copy of this page (`/docs/errors`). " +
      'Branch on `code` and `reason`, never on `message`.',
    '## Codes',
    table(
      ['Status', 'Code', 'When', 'What to do', 'Retry unchanged'],
      Object.entries(ERROR_CODES).map(([name, { status, when, remedy, retryable }]) => [
        String(status),
        code(name),
        when,
        remedy,
        retryable ? 'yes' : 'no',
      ]),
    ),
    '## Reasons',
    'The message is the default one; an answer may have a more specific one.',
    ...Object.entries(REASONS)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([reason, facts]) => [
        `### ${reason}`,
        `${ERROR_CODES[facts.code].status} ${code(facts.code)}: ${facts.message}`,
        `- Cause: ${facts.cause}\n- Remedy: ${facts.remedy}`,
      ]),
  );
}

function saccoPage(): string {
  const checkers = { never: 'no', above_threshold: "above the day's threshold", always: 'always' };
  return page(
    'The SACCO: bookings and states',
    'the movements that the modules declare (app/compose.ts), entry.rules.ts and member.rules.ts',
    'Every movement of the SACCO is an entry, booked as one chain of ledger transfers: all of them or none. ' +
      'The last column says when a second person decides. The kinds of accounts are in [accounts and transfers](accounts.md).',
    '## Booking table',
    table(
      ['Movement', 'Entry kind', 'Source, direction or income', 'Debit', 'Credit', 'Checker'],
      MOVEMENTS.all.map(({ title, kind, source, direction, income, legs, approval }) => [
        title,
        code(kind),
        code([source, direction, income].filter((each) => each !== null).join(', ') || 'none'),
        legs.map(({ debit }) => code(debit)).join(', then '),
        legs.map(({ credit }) => code(credit)).join(', then '),
        checkers[approval.when],
      ]),
    ),
    '## States of an entry',
    table(
      ['State', 'Becomes'],
      Object.entries(entries.TRANSITIONS).map(([from, to]) => [
        code(from),
        to.map(code).join(', ') || 'nothing else',
      ]),
    ),
    '## States of a member',
    table(
      ['State', 'Money in', 'Money out', 'Becomes'],
      Object.entries(MEMBER_STATES).map(([status, { pay_in, pay_out, becomes }]) => [
        code(status),
        pay_in ? 'yes' : 'no',
        pay_out ? 'yes' : 'no',
        becomes.map(code).join(', ') || 'nothing else',
      ]),
    ),
  );
}

function jobsPage(): string {
  return page(
    'Jobs',
    'jobs/registry.ts',
    'A job only signals that there is work; the rows say what to do. See [jobs](../concepts/jobs.md). ' +
      `Each queue keeps its last ${KEEP_COMPLETED} completed and ${KEEP_FAILED} failed jobs for Bull Board.`,
    '## Queues',
    table(
      ['Queue', 'Concurrent jobs per worker process', 'Purpose'],
      Object.entries(QUEUES).map(([name, { concurrency, summary }]) => [
        code(name),
        String(concurrency),
        summary,
      ]),
    ),
    '## Jobs',
    table(
      ['Job', 'Queue', 'Payload', 'Runs', 'Attempts', 'What it does'],
      Object.entries(JOBS).map(([name, job]) => [
        code(name),
        code(job.queue),
        Object.keys(job.payload.describe().keys ?? {})
          .map(code)
          .join(', ') || 'none',
        occasions(job),
        String(job.attempts),
        job.summary,
      ]),
    ),
    'A job with several attempts is retried after a fault with exponential backoff; ' +
      'the next sweep retries one with a single attempt.',
  );
}

function occasions({ every_ms, follows_clock }: { every_ms?: number; follows_clock?: boolean }): string {
  return [
    every_ms === undefined ? 'when there is work' : `every ${every_ms / 1_000} s and when its worker starts`,
    ...(follows_clock ? ['when a test clock is moved'] : []),
  ].join(', ');
}

function page(title: string, source: string, ...parts: string[]): string {
  return `${[`# ${title}`, `<!-- ${header(source)} -->`, ...parts].join('\n\n')}\n`;
}

function header(source: string): string {
  return `Generated from ${source} by commands/reference.ts (npm run reference). Do not edit.`;
}

/** Writes the pages of docs/reference that are named, or else everything. */
async function writeReference(): Promise<void> {
  const [, , ...named] = process.argv;
  const pages = Object.entries(reference())
    .filter(([name]) => named.length === 0 || named.includes(name))
    .map(([name, content]) => [`docs/reference/${name}`, content]);
  if (named.length === 0) pages.push([DATA_MODEL_PAGE, await withMigratedDatabase(dataModel)]);
  for (const [path = '', content = ''] of pages) {
    await mkdir(dirname(resolve(path)), { recursive: true });
    await writeFile(resolve(path), content);
  }
  process.stdout.write(`wrote ${pages.map(([path]) => path).join(', ')}\n`);
}

/** Runs the work on a temporary PostgreSQL. */
async function withMigratedDatabase<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
  const dir = await mkdtemp(join(tmpdir(), 'ushirika-reference-'));
  try {
    const postgres = await startEmbeddedPostgres({ dir, settings: { fsync: 'off' } });
    const db = connect(postgres.url, 1);
    try {
      await migrate(db);
      return await work(db);
    } finally {
      await db.destroy();
      await postgres.stop();
    }
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

// The test imports this file only for the pages.
const [, program] = process.argv;
if (program && realpathSync(program) === fileURLToPath(import.meta.url)) run(writeReference);
