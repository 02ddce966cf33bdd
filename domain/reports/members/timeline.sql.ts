/** What a member's timeline has besides movements: of each kind the newest, by its own index. */
import type { Actor } from '../../../core/scope.ts';
import { defineQuery, int8, orNull, params, text, textOf, timestamptz } from '../../../db/statement.ts';
import type { TimelineKind } from './timeline.rules.ts';

interface Source {
  kind: TimelineKind;
  /** Rows with their scope, and the column that orders them. */
  from: string;
  id: string;
  prefix: string;
  where: string;
  /** What the answer has of it, by the names of the columns; null for others. */
  columns: Partial<Record<(typeof COLUMNS)[number], string>>;
}

const COLUMNS = [
  'at',
  'what',
  'status',
  'amount_minor',
  'currency',
  'text',
  'loan_id',
  'by_type',
  'by_id',
] as const;

const TYPES: Partial<Record<(typeof COLUMNS)[number], string>> = { amount_minor: 'bigint' };

const SOURCES: readonly Source[] = [
  {
    kind: 'loan',
    from: 'sacco_loans s join sacco_loan_products p on p.id = s.product_id',
    id: 's.id',
    prefix: 'loan_',
    where: 's.member_id = :member_id',
    columns: {
      at: 's.created_at',
      what: 'p.name',
      status: 's.status',
      amount_minor: 's.principal_minor',
      currency: 's.currency',
      text: 's.purpose',
      loan_id: 's.id',
    },
  },
  {
    kind: 'guarantee',
    from: `sacco_loan_guarantees s join sacco_loans l on l.id = s.loan_id
      join sacco_members b on b.id = l.member_id join customers c on c.id = b.customer_id`,
    id: 's.loan_id',
    prefix: 'loan_',
    where: 's.member_id = :member_id',
    columns: {
      at: 'l.created_at',
      what: 'c.full_name',
      status: 's.status',
      amount_minor: 's.amount_minor',
      currency: 'l.currency',
      loan_id: 's.loan_id',
    },
  },
  {
    kind: 'document',
    from: 'kyc_documents s',
    id: 's.id',
    prefix: 'doc_',
    where: 's.customer_id = :customer_id',
    columns: { at: 's.created_at', what: 's.doc_type', status: 's.status', text: 's.note' },
  },
  {
    // Those that are in use: what they replaced is gone.
    kind: 'document',
    from: 'files s',
    id: 's.id',
    prefix: 'fil_',
    where: 's.id = any(:file_ids::text[])',
    columns: {
      at: 's.created_at',
      what: 's.purpose',
      by_type: 's.created_by_type',
      by_id: 's.created_by_id',
    },
  },
  {
    kind: 'message',
    from: 'notifications s',
    id: 's.id',
    prefix: 'ntf_',
    where: 's.member_id = :member_id',
    columns: { at: 's.created_at', what: 's.template', status: 's.status', text: 's.text' },
  },
  {
    kind: 'note',
    from: 'sacco_member_notes s',
    id: 's.id',
    prefix: 'mnt_',
    where: 's.member_id = :member_id',
    columns: {
      at: 's.created_at',
      what: "'note'",
      text: 's.text',
      by_type: 's.written_by_type',
      by_id: 's.written_by_id',
    },
  },
  {
    kind: 'event',
    from: 'customer_events s',
    id: 's.id',
    prefix: 'evt_',
    where: 's.customer_id = :customer_id',
    columns: { at: 's.at', what: 's.type', by_type: 's.actor_type', by_id: 's.actor_id' },
  },
];

function newestOf({ kind, from, id, prefix, where, columns }: Source): string {
  const values = COLUMNS.map((name) => `${columns[name] ?? `null::${TYPES[name] ?? 'text'}`} as ${name}`);
  return `(select '${kind}' as kind, ${id} as id, ${values.join(', ')} from ${from}
      where '${kind}' = any(:kinds::text[]) and s.project_id = :project_id and s.environment = :environment and ${where}
        and (:after::text is null or ${id} < '${prefix}' || :after)
      order by ${id} desc limit :limit)`;
}

export const readNewest = defineQuery({
  params: params<{
    project_id: string;
    environment: string;
    member_id: string;
    customer_id: string;
    file_ids: readonly string[];
    kinds: readonly TimelineKind[];
    /** The end of an id. */
    after: string | null;
    limit: number;
  }>(),
  result: {
    kind: textOf<TimelineKind>(),
    id: text,
    at: timestamptz,
    what: text,
    status: orNull(text),
    amount_minor: orNull(int8),
    currency: orNull(text),
    text: orNull(text),
    loan_id: orNull(text),
    by_type: orNull(textOf<Actor['type']>()),
    by_id: orNull(text),
  },
  sql: `select * from (${SOURCES.map(newestOf).join(' union all ')}) newest order by right(id, 26) desc limit :limit`,
});
