/** Finds the rows that the lines of a statement may match: a query for each kind, not one for each line. */
import { idPattern } from '../../../core/ids.ts';
import type { Queryable } from '../../../db/connection.ts';
import { findProvider } from '../../payments/index.ts';
import {
  findAnyPayout,
  findBookedLines,
  findNamedPayments,
  findNamedPayouts,
  findPaymentsByIdEnds,
  findSucceededRefunds,
} from './find-candidates.sql.ts';
import {
  externalIdOf,
  isBookable,
  type BookedEntry,
  type CandidatePayment,
  type CandidateRefund,
  type Entry,
  type MatchCandidates,
} from './match.rules.ts';
import type { RunRow } from '../runs/run.model.ts';

type Statement = Pick<RunRow, 'project_id' | 'environment' | 'provider'>;

export async function findCandidates(
  db: Queryable,
  statement: Statement,
  entries: readonly Entry[],
): Promise<MatchCandidates> {
  const payments = await findPayments(
    db,
    statement,
    entries.filter(({ kind }) => kind === 'payment' || kind === 'refund'),
  );
  const refunded = namedBy(
    entries.filter(({ kind }) => kind === 'refund'),
    payments,
  );
  const refunds = await findRefunds(db, statement, refunded);
  const named_payouts = await findPayouts(
    db,
    statement,
    entries.filter(({ kind }) => kind === 'payout'),
  );
  const booked = await findBooked(
    db,
    statement,
    entries.filter(({ kind }) => isBookable(kind)),
  );
  return { payments, refunds, ...named_payouts, booked };
}

/** The payments that the entries name by any of their references. */
async function findPayments(
  db: Queryable,
  statement: Statement,
  entries: readonly Entry[],
): Promise<CandidatePayment[]> {
  if (entries.length === 0) return [];
  const references = distinct(entries.map(({ reference }) => reference));
  const provider = findProvider(statement.provider);
  const named = await findNamedPayments(db, {
    ...statement,
    references,
    provider_txn_ids: distinct(entries.map(({ provider_txn_id }) => provider_txn_id)),
    ids: references.filter((reference) => idPattern('payment').test(reference)),
  });
  const by_id_end = provider.statementReference ? await findByIdEnds(db, statement, references) : [];
  const payments = new Map([...named, ...by_id_end].map((payment) => [payment.id, payment]));
  return [...payments.values()].map((payment) => ({
    ...payment,
    statement_reference: provider.statementReference?.(payment) ?? null,
  }));
}

/** The part of our id that a provider's own reference contains. */
const ID_END = /[0-9A-HJKMNP-TV-Z]{12}$/;

/** Payments whose id ends like one of the references. */
export async function findByIdEnds(
  db: Queryable,
  statement: Statement,
  references: readonly string[],
): Promise<Omit<CandidatePayment, 'statement_reference'>[]> {
  const ends = distinct(references.map((reference) => ID_END.exec(reference)?.[0] ?? null));
  return ends.length === 0 ? [] : findPaymentsByIdEnds(db, { ...statement, ends });
}

/** The payments that the entries name. */
function namedBy(entries: readonly Entry[], payments: readonly CandidatePayment[]): CandidatePayment[] {
  const names = new Set(entries.flatMap(({ reference, provider_txn_id }) => [reference, provider_txn_id]));
  return payments.filter(
    ({ id, reference, statement_reference, provider_txn_id }) =>
      names.has(reference) ||
      names.has(id) ||
      [statement_reference, provider_txn_id].some((name) => name !== null && names.has(name)),
  );
}

async function findRefunds(
  db: Queryable,
  { project_id, environment }: Statement,
  payments: readonly CandidatePayment[],
): Promise<CandidateRefund[]> {
  if (payments.length === 0) return [];
  const payment_ids = payments.map(({ id }) => id);
  return findSucceededRefunds(db, { payment_ids, project_id, environment });
}

/** The payouts that the entries name by any of their references. */
async function findPayouts(
  db: Queryable,
  statement: Statement,
  entries: readonly Entry[],
): Promise<Pick<MatchCandidates, 'payouts' | 'has_payouts'>> {
  if (entries.length === 0) return { payouts: [], has_payouts: false };
  const names = distinct(entries.flatMap(({ reference, provider_txn_id }) => [reference, provider_txn_id]));
  const payouts = await findNamedPayouts(db, { ...statement, names });
  const has_payouts = payouts.length > 0 || (await findAnyPayout(db, statement)).length > 0;
  return { payouts, has_payouts };
}

/** Payouts and fees with these ids that were booked from other statements. */
async function findBooked(
  db: Queryable,
  statement: Statement,
  entries: readonly Entry[],
): Promise<BookedEntry[]> {
  const named = entries.filter((entry) => externalIdOf(entry) !== null);
  if (named.length === 0) return [];
  return findBookedLines(db, {
    ...statement,
    kinds: named.map(({ kind }) => kind),
    external_ids: named.map((entry) => externalIdOf(entry) as string),
  });
}

function distinct(values: (string | null)[]): string[] {
  return [...new Set(values.filter((value) => value !== null))];
}
