/**
 * docs/development/data-model.md: every table after all migrations, read from the database catalogue. Tables are grouped by
 * the module that owns them; a table without a module fails the command.
 */
import type { Db } from '../db/connection.ts';

/** Module → the names of its tables. */
const OWNERS: [module: string, tables: RegExp][] = [
  ['staff', /^(users|recovery_codes|account_\w+|sessions|sign_in_\w+|projects|staff|api_keys)$/],
  ['platform', /^(idempotency_keys|audit_\w+|worker_starts|service_processes|api_error_counts)$/],
  ['ledger', /^ledger_/],
  ['files', /^files$/],
  ['webhooks', /^(webhook_\w+|event_export\w+)$/],
  [
    'payments',
    /^(payments|payment_\w+|paybills|paybill_\w+|postings|refunds|payouts|payout_\w+|provider_\w+)$/,
  ],
  ['customers', /^(customers|customer_\w+|kyc_\w+)$/],
  ['wallets', /^(wallets|wallet_\w+)$/],
  ['messages', /^(message_\w+|notification\w+|member_preferences)$/],
  ['chart', /^chart_/],
  [
    'sacco',
    /^sacco_(?!loan|dividend|till|savings|contribution|paper|import|movement_batch|employer|remittance)/,
  ],
  ['savings', /^sacco_savings_(?!interest)/],
  ['interest', /^sacco_savings_interest/],
  ['cutover', /^sacco_import/],
  ['batches', /^sacco_movement_batch/],
  ['employers', /^sacco_(employer|remittance)/],
  ['contributions', /^sacco_contribution/],
  ['tills', /^sacco_till/],
  ['loans', /^sacco_loan/],
  ['dividends', /^sacco_dividend/],
  ['papers', /^sacco_paper/],
  ['reconciliation', /^reconciliation_/],
  ['accounting', /^accounting_/],
  ['reports', /^report_/],
  ['demo', /^demo_/],
];

interface Column {
  table: string;
  column: string;
  type: string;
  required: boolean;
  by_default: string | null;
  in_primary_key: boolean;
  /** The `<table>.<column>` that it references, or null. */
  references: string | null;
}

/** Tables of the service, without the queues' schema and knex's list of migrations. */
const COLUMNS = `
  select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type,
    a.attnotnull as required, case when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid) end as by_default,
    exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'p' and a.attnum = any(k.conkey))
      as in_primary_key,
    (select f.relname || '.' || fa.attname from pg_constraint k join pg_class f on f.oid = k.confrelid
       join pg_attribute fa on fa.attrelid = f.oid and fa.attnum = k.confkey[1]
     where k.conrelid = c.oid and k.contype = 'f' and k.conkey = array[a.attnum] order by k.conname limit 1) as references
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname not like 'schema_migrations%'
  order by c.relname, a.attnum`;

/** Constraints of the database other than single-column references. */
const CONSTRAINTS = `
  select c.relname as table, pg_get_constraintdef(k.oid) as definition
  from pg_constraint k join pg_class c on c.oid = k.conrelid
  where c.relnamespace = 'public'::regnamespace and k.contype in ('u', 'c')
  order by c.relname, k.contype desc, definition`;

const UNIQUE_INDEXES = `
  select c.relname as table, pg_get_indexdef(i.indexrelid) as definition
  from pg_index i join pg_class c on c.oid = i.indrelid
  where c.relnamespace = 'public'::regnamespace and i.indisunique
    and not exists (select from pg_constraint k where k.conindid = i.indexrelid)
  order by c.relname, definition`;

interface Rule {
  table: string;
  definition: string;
}

/** @param db migrated @returns the page */
export async function dataModelPage(db: Db, header: string): Promise<string> {
  const { rows: columns } = await db.raw<{ rows: Column[] }>(COLUMNS);
  const { rows: constraints } = await db.raw<{ rows: Rule[] }>(CONSTRAINTS);
  const { rows: indexes } = await db.raw<{ rows: Rule[] }>(UNIQUE_INDEXES);
  const rules = [
    ...constraints.filter(({ table }) => table !== 'schema_migrations'),
    ...indexes.map(({ table, definition }) => ({
      table,
      definition: `UNIQUE ${definition.slice(definition.indexOf('('))}`,
    })),
  ];
  const tables = [...new Set(columns.map(({ table }) => table))];
  const unowned = tables.filter((table) => ownerOf(table) === null);
  if (unowned.length > 0) throw new Error(`commands/data-model.ts names no module for ${unowned.join(', ')}`);
  return `${[
    '# Data model',
    `<!-- ${header} -->`,
    'Every table after all migrations, by the module that owns it. ' +
      'Ids are text with a prefix, or bare uuids inside the ledger; `…_minor` are minor units; times are real time where ' +
      'a comment in the migration says so, otherwise the time of the environment. The diagrams show keys and references; a ' +
      'reference to a table of another module ends in a box without columns.',
    ...OWNERS.flatMap(([module]) => {
      const own = tables.filter((table) => ownerOf(table) === module);
      return own.length === 0 ? [] : [`## ${module}`, diagram(own, columns), ...own.map(entity)];
    }),
  ].join('\n\n')}\n`;

  function entity(table: string): string {
    const own = columns.filter((column) => column.table === table);
    const kept = rules.filter((rule) => rule.table === table);
    return [
      `### ${table}`,
      [
        '| Column | Type | Required | Default | Key |',
        '| --- | --- | --- | --- | --- |',
        ...own.map(
          (column) =>
            `| \`${column.column}\` | ${column.type} | ${column.required ? 'yes' : 'no'} | ${cell(column.by_default)} | ${keysOf(column)} |`,
        ),
      ].join('\n'),
      ...(kept.length === 0 ? [] : [kept.map(({ definition }) => `- \`${oneLine(definition)}\``).join('\n')]),
    ].join('\n\n');
  }
}

function ownerOf(table: string): string | null {
  return OWNERS.find(([, tables]) => tables.test(table))?.[0] ?? null;
}

/** The keys and references of these tables, in Mermaid's notation. */
function diagram(tables: string[], columns: Column[]): string {
  const own = columns.filter(({ table }) => tables.includes(table));
  const entities = tables.map((table) => {
    const keys = own.filter(
      (column) => column.table === table && (column.in_primary_key || column.references !== null),
    );
    return `    ${table} {\n${keys.map((key) => `        ${typeOf(key)} ${key.column} ${marksOf(key)}\n`).join('')}    }`;
  });
  const relations = own.flatMap(({ table, column, required, references }) =>
    references === null
      ? []
      : `    ${references.split('.')[0]} ${required ? '||' : '|o'}--o{ ${table} : ${column}`,
  );
  return ['```mermaid', 'erDiagram', ...entities, ...relations, '```'].join('\n');
}

function typeOf({ type }: Column): string {
  return type.replaceAll(/\W+/g, '_');
}

function marksOf({ in_primary_key, references }: Column): string {
  return [...(in_primary_key ? ['PK'] : []), ...(references === null ? [] : ['FK'])].join(', ');
}

function keysOf({ in_primary_key, references }: Column): string {
  return [
    ...(in_primary_key ? ['primary'] : []),
    ...(references === null ? [] : [`→ \`${references}\``]),
  ].join(', ');
}

function cell(text: string | null): string {
  return text === null ? '' : `\`${oneLine(text).replaceAll('|', '\\|')}\``;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}
