/** What costs what among many entries, payments and webhook events: lists, a statement, imports, start, migration, disk. */
import type { Route } from '../../api/http/route.ts';
import type { Db } from '../../db/connection.ts';
import { buildOnlineIndexes, ONLINE_INDEXES } from '../../db/online-indexes.ts';
import { divideTables } from '../../db/partitions/divide.ts';
import { WEBHOOK_TABLES } from '../../db/partitions/partitioned-tables.ts';
import { report } from '../harness.ts';
import { startTime_s } from '../served.ts';
import { importPayments } from '../statements.ts';
import { compare, fieldsOf, type Read } from './compare.ts';
import { addressOf, LISTS, queriesOf } from './list-queries.ts';
import { GROWING, type Cooperative } from './rows.ts';

/** Repetitions of each read in a turn, and of those that take long. */
const TIMES = 3;
const LONG_TIMES = 1;
/** Of each statement that is imported. */
const LINES = 1_000;
/** A list whose rate is lower is named; single lists vary more than all together. */
const NAMED_BELOW_RATIO = 0.6;

/** @param first the smallest cooperative, with which the others are compared */
export async function measureRows(own: Cooperative, rows: number, first: Cooperative): Promise<void> {
  report('growth migration', { rows, ...(await migrationTimes(own)) });
  await measureLists(own, rows, first);
  const others = { statements: statementOf(own) };
  const long = await compare({ imports: importsOf(own) }, { imports: importsOf(first) }, LONG_TIMES);
  const compared = await compare(others, { statements: statementOf(first) }, TIMES);
  report('growth rows', { rows, ...fieldsOf(compared), ...fieldsOf(long) });
  report('growth start', { rows, ready_s: await startTime_s(own.database_url) });
  report('growth disk', { rows, ...(await bytesPerRow(own.ctx.db)) });
}

/** What a migration of such a database does outside its transaction. */
async function migrationTimes({ ctx: { db } }: Cooperative): Promise<Record<string, number>> {
  for (const { name } of ONLINE_INDEXES) await db.raw('drop index if exists ??', [name]);
  const started = performance.now();
  await buildOnlineIndexes(db);
  const built = performance.now();
  await divideTables(db, WEBHOOK_TABLES);
  return {
    build_indexes_s: (built - started) / 1_000,
    divide_webhooks_s: (performance.now() - built) / 1_000,
  };
}

function get({ url, headers }: Cooperative, path: string): Read {
  return async () => {
    const response = await fetch(`${url}${path}`, { headers });
    const answered = await response.text();
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${answered}`);
  };
}

/** The lists that a key may read, of things that there are. */
function listsOf({ ids }: Cooperative): Route[] {
  return LISTS.filter(
    ({ access, path }) =>
      access.kind === 'scoped' && (path.match(/(?<=\{)\w+/g) ?? []).every((name) => (ids[name] ?? '') !== ''),
  );
}

/** Every list, with each value of each of its filters. */
async function measureLists(own: Cooperative, rows: number, first: Cooperative): Promise<void> {
  const of = (cooperative: Cooperative): Record<string, Read> =>
    Object.fromEntries(
      listsOf(cooperative).flatMap((route) =>
        queriesOf(route, cooperative.ids).map((query) => [
          // Ids differ between the two.
          `${route.path}${queriesOf(route, {})[queriesOf(route, cooperative.ids).indexOf(query)]}`,
          get(cooperative, `${addressOf(route, cooperative.ids)}${query}`),
        ]),
      ),
    );
  const compared = Object.entries(await compare(of(own), of(first), TIMES));
  const total_ms = compared.reduce((sum, [, { median_ms }]) => sum + median_ms, 0);
  const first_ms = compared.reduce((sum, [, { median_ms, ratio }]) => sum + median_ms * ratio, 0);
  report('growth lists', {
    rows,
    queries: compared.length,
    lists_per_s: (1_000 * compared.length) / total_ms,
    lists_ratio: first_ms / total_ms,
  });
  for (const [list, { median_ms, ratio }] of compared.filter(([, each]) => each.ratio < NAMED_BELOW_RATIO))
    report('growth list', { rows, list, median_ms, ratio });
}

const importsOf =
  ({ ctx, scope }: Cooperative): Read =>
  () =>
    importPayments(ctx, scope, LINES);

function statementOf(cooperative: Cooperative): Read {
  const { member } = cooperative.ids;
  return get(cooperative, `/api/v1/sacco/members/${member}/statement?from=2020-01-01&to=2099-12-31&limit=50`);
}

/** Bytes, indexes included, for each row of a growing table that has many. */
async function bytesPerRow(db: Db): Promise<Record<string, number>> {
  const bytes: Record<string, number> = {};
  for (const table of ['payments', ...GROWING]) {
    const { rows } = await db.raw<{ rows: { bytes: bigint; count: bigint }[] }>(
      `select (select coalesce(sum(pg_total_relation_size(relid)), pg_total_relation_size(?::regclass))::bigint
         from pg_partition_tree(?::regclass) where isleaf) as bytes, count(*) as count
       from ??`,
      [table, table, table],
    );
    const { bytes: all = 0n, count = 0n } = rows[0] ?? {};
    if (count > 1_000n) bytes[`${table}_bytes`] = Number(all) / Number(count);
  }
  return bytes;
}
