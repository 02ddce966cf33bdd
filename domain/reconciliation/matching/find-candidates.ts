/** Reads what our books know of everything that a statement names: a statement for each kind, not one for each line. */
import { idPattern } from '../../../core/ids.ts';
import { textArray } from '../../../db/array-literal.ts';
import type { Queryable } from '../../../db/connection.ts';
import { findProvider } from '../../payments/index.ts';
import {
  externalIdOf,
  isBookable,
  type BookedEntry,
  type Books,
  type CandidatePayment,
  type CandidateRefund,
  type Entry,
} from './match.rules.ts';
import type { RunRow } from '../runs/run.model.ts';

type Statement = Pick<RunRow, 'project_id' | 'environment' | 'provider'>;

export async function findBooks(
  db: Queryable,
  statement: Statement,
  entries: readonly Entry[],
): Promise<Books> {
  const payments = await findPayments(
    db,
    statement,
    entries.filter(({ kind }) => kind === 'payment' || kind === 'refund'),
  );
  const refunds = await findRefunds(
    db,
    statement,
    payments,
    entries.filter(({ kind }) => kind === 'refund'),
  );
  const booked = await findBooked(
    db,
    statement,
    entries.filter(({ kind }) => isBookable(kind)),
  );
  return { payments, refunds, booked };
}

/** The payments that the entries name, in any of the ways in which they can. */
async function findPayments(
  db: Queryable,
  statement: Statement,
  entries: readonly Entry[],
): Promise<CandidatePayment[]> {
  if (entries.length === 0) return [];
  const { project_id, environment, provider } = statement;
  const scope = [project_id, environment, provider];
  const references = distinct(entries.map(({ reference }) => reference));
  const named_by = findProvider(provider);
  const { rows } = await db.raw<{ rows: FoundPayment[] }>(FIND_PAYMENTS, [
    references,
    distinct(entries.map(({ provider_txn_id }) => provider_txn_id)),
    ...scope,
    ...scope,
    references.filter((reference) => idPattern('payment').test(reference)),
    ...scope,
  ] as never);
  const by_id_end = named_by.statementReference ? await findByIdEnds(db, statement, references) : [];
  const payments = new Map([...rows, ...by_id_end].map((payment) => [payment.id, payment]));
  return [...payments.values()].map((payment) => ({
    ...payment,
    statement_reference: named_by.statementReference?.(payment) ?? null,
  }));
}

type FoundPayment = Omit<CandidatePayment, 'statement_reference'>;

/** So much of our id is in what a provider makes of it. */
const ID_END = /[0-9A-HJKMNP-TV-Z]{12}$/;

/** Payments whose id ends as one of the references does; the index `payments_by_id_end` names the providers that need it. */
export async function findByIdEnds(
  db: Queryable,
  { project_id, environment, provider }: Statement,
  references: readonly string[],
): Promise<FoundPayment[]> {
  const ends = distinct(references.map((reference) => ID_END.exec(reference)?.[0] ?? null));
  if (ends.length === 0) return [];
  const { rows } = await db.raw<{ rows: FoundPayment[] }>(FIND_BY_ID_ENDS, [
    project_id,
    environment,
    provider,
    ends,
  ] as never);
  return rows;
}

/** Refunds of the payments that lines of refunds name. */
async function findRefunds(
  db: Queryable,
  { project_id, environment }: Statement,
  payments: readonly CandidatePayment[],
  entries: readonly Entry[],
): Promise<CandidateRefund[]> {
  const names = new Set(entries.flatMap(({ reference, provider_txn_id }) => [reference, provider_txn_id]));
  const named = payments.filter(
    ({ id, reference, statement_reference, provider_txn_id }) =>
      names.has(reference) ||
      names.has(id) ||
      [statement_reference, provider_txn_id].some((name) => name !== null && names.has(name)),
  );
  if (named.length === 0) return [];
  const { rows } = await db.raw<{ rows: CandidateRefund[] }>(FIND_REFUNDS, [
    named.map(({ id }) => id) as never,
    project_id,
    environment,
  ]);
  return rows;
}

/** Payouts and fees with these ids that were booked from other statements. */
async function findBooked(
  db: Queryable,
  { project_id, environment, provider }: Statement,
  entries: readonly Entry[],
): Promise<BookedEntry[]> {
  const named = entries.filter((entry) => externalIdOf(entry) !== null);
  if (named.length === 0) return [];
  const { rows } = await db.raw<{ rows: BookedEntry[] }>(FIND_BOOKED, [
    textArray(named.map(({ kind }) => kind)),
    textArray(named.map((entry) => externalIdOf(entry) as string)),
    project_id,
    environment,
    provider,
  ]);
  return rows;
}

function distinct(values: (string | null)[]): string[] {
  return [...new Set(values.filter((value) => value !== null))];
}

const PAYMENT_COLUMNS = 'p.id, p.reference, p.provider_txn_id, p.amount_minor, p.currency, p.status';

// Those that a line names in two ways are found once, so that as few rows as possible are read.
const FIND_PAYMENTS = `
  with refs as materialized (
    select reference from unnest(?::text[]) as v(reference)
  ), txns as materialized (
    select provider_txn_id from unnest(?::text[]) as v(provider_txn_id)
  ), found as (
    select ${PAYMENT_COLUMNS} from refs
      join payments p on p.project_id = ? and p.environment = ? and p.provider = ? and p.reference = refs.reference
    union all
    select ${PAYMENT_COLUMNS} from txns
      join payments p on p.project_id = ? and p.environment = ? and p.provider = ?
        and p.provider_txn_id = txns.provider_txn_id
      where not exists (select from refs where refs.reference = p.reference)
    union all
    select ${PAYMENT_COLUMNS}
      from unnest(?::text[]) as v(id)
      join payments p on p.id = v.id and p.project_id = ? and p.environment = ? and p.provider = ?
  )
  select * from found`;

const FIND_BY_ID_ENDS = `
  select ${PAYMENT_COLUMNS} from payments p
  where p.project_id = ? and p.environment = ? and p.provider = ? and right(p.id, 12) = any(?::text[])`;

const FIND_REFUNDS = `
  select r.id, r.payment_id, r.amount_minor from unnest(?::text[]) as w(payment_id)
  join refunds r using (payment_id)
  where r.project_id = ? and r.environment = ? and r.status = 'succeeded' order by r.id`;

const FIND_BOOKED = `
  select distinct on (w.kind, w.external_id) w.kind, w.external_id, abs(l.amount_minor) as amount_minor, l.date, l.run_id, l.line_no
  from unnest(?::text[], ?::text[]) as w(kind, external_id)
  join reconciliation_bookings b on b.key = reconciliation_booking_key(?, ?::environment, ?, w.kind, w.external_id)
  join reconciliation_lines l on l.id = b.line_id and l.status = 'resolved'`;
