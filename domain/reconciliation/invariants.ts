/** Invariants of runs, their lines and the bookings from them. */
import { sameTransfer } from '../ledger/index.ts';
import {
  readInBatches,
  sqlInvariant,
  text,
  type Invariant,
  type Verification,
} from '../platform/invariants.ts';
import type { LineRow } from './resolutions/line.model.ts';
import { lineTransfer } from './resolutions/resolution.rules.ts';
import type { RunRow } from './runs/run.model.ts';

export const reconciliationInvariants: Invariant[] = [
  sqlInvariant(
    'a run counts and sums its lines',
    `with counted as (
       select run_id, match_status, count(*) as lines from reconciliation_lines group by run_id, match_status
     ), summed as (
       select run_id, kind, sum(amount_minor) as amount from reconciliation_lines group by run_id, kind
     ), figures as (
       select r.id, r.lines, r.counts, r.totals,
         (select coalesce(sum(lines), 0) from counted c where c.run_id = r.id) as all_lines,
         (select coalesce(jsonb_object_agg(match_status, lines), '{}') from counted c where c.run_id = r.id) as all_counts,
         (select coalesce(jsonb_object_agg(kind, amount::text), '{}') from summed s where s.run_id = r.id) as all_totals
       from reconciliation_runs r
     )
     select id from figures where lines <> all_lines or counts <> all_counts or totals <> all_totals`,
    (row) => `${text(row, 'id')} does not say what its lines are`,
  ),
  sqlInvariant(
    'only imported runs have lines, and only open ones decide',
    `select l.id, r.status, l.status as line_status from reconciliation_lines l left join reconciliation_runs r
       on r.id = l.run_id and r.project_id = l.project_id and r.environment = l.environment
     where r.id is null or r.status in ('importing', 'failed') or (l.status = 'resolving' and r.status <> 'open')`,
    (row) => `${text(row, 'id')} is ${text(row, 'line_status')} in a run that is ${text(row, 'status')}`,
  ),
  sqlInvariant(
    'a run says that lines of it are resolving',
    `select l.id from reconciliation_lines l join reconciliation_runs r on r.id = l.run_id
     where l.status = 'resolving' and r.resolving_since is null`,
    (row) => `${text(row, 'id')} is resolving, and no sweep would find it`,
  ),
  sqlInvariant(
    'a line waits for a second person exactly while its approval is pending, and is carried out once that is approved',
    `select l.id from reconciliation_lines l left join sacco_approvals a
       on a.id = l.approval_id and a.kind = 'statement_settlement' and a.subject_id = l.run_id
     where (l.approval_id is not null or l.status = 'awaiting_approval')
       and a.status is distinct from case l.status when 'awaiting_approval' then 'pending' else 'approved' end`,
    (row) => `${text(row, 'id')} and its approval do not agree`,
  ),
  {
    invariant: 'every booked line is booked as its statement says',
    async *violations(verification) {
      const booked = { status: 'resolved' };
      for await (const lines of readInBatches<LineRow>(
        verification.snapshot,
        'reconciliation_lines',
        'id',
        booked,
      ))
        yield* compareBatch(verification, lines);
    },
  },
  sqlInvariant(
    'nothing is booked from a line that does not say so, nor twice from one',
    `select t.reference, count(*) as times from ledger_transfers t left join reconciliation_lines l on l.id = t.reference
     where t.code between 10 and 13
     group by t.reference having count(*) > 1 or bool_or(l.id is null or l.action is null or l.action not in ('book_payout', 'book_fee'))`,
    (row) => `${text(row, 'reference')} is booked ${text(row, 'times')} times, which it does not say`,
  ),
  sqlInvariant(
    'a payout alone is booked to a bank account, of its own project, environment and currency, and a fee alone as an expense',
    `select l.id from reconciliation_lines l join reconciliation_runs r on r.id = l.run_id
     left join chart_accounts c on c.id = l.bank_account_id
     where (l.is_expense and l.action is distinct from 'book_fee')
       or (l.bank_account_id is not null and (l.action is distinct from 'book_payout'
         or (c.project_id, c.environment, c.kind, c.currency)
           is distinct from (r.project_id, r.environment, 'bank', r.currency)))`,
    (row) => `${text(row, 'id')} is booked to an account that is not its own`,
  ),
  sqlInvariant(
    'every line that completes a payment belongs to a completed one',
    `select l.id, l.payment_id from reconciliation_lines l left join payments p on p.id = l.payment_id
     where l.action = 'settle_payment' and l.status = 'resolved' and p.status is distinct from 'completed'`,
    (row) => `${text(row, 'id')} is resolved, but ${text(row, 'payment_id')} is not completed`,
  ),
  sqlInvariant(
    'a payout or fee with an id is booked from one line of all statements',
    `with deciding as (
       select l.id, reconciliation_booking_key(l.project_id, l.environment, r.provider, l.kind,
         coalesce(l.provider_txn_id, l.reference)) as key
       from reconciliation_lines l join reconciliation_runs r on r.id = l.run_id
       where l.action in ('book_payout', 'book_fee') and coalesce(l.provider_txn_id, l.reference) is not null
     )
     select coalesce(d.id, b.line_id) as id from deciding d full join reconciliation_bookings b on b.line_id = d.id
     where d.key is distinct from b.key`,
    (row) => `${text(row, 'id')} is decided without its id being reserved for it, or the other way round`,
  ),
  sqlInvariant(
    'every completion and booking is in the audit log once, with its run and line',
    `with logged as (
       select details::jsonb ->> 'line_id' as line_id, details::jsonb ->> 'run_id' as run_id, action, count(*) as times
       from audit_log where action like 'reconciliation.%' group by 1, 2, 3
     )
     select coalesce(l.id, a.line_id) as id, coalesce(a.times, 0) as times from (
       select * from reconciliation_lines where status = 'resolved' and action <> 'ignore'
     ) l full join logged a on a.line_id = l.id and a.run_id = l.run_id and a.action = 'reconciliation.' || l.action
     where l.id is null or a.times is distinct from 1`,
    (row) => `${text(row, 'id')} is in the audit log ${text(row, 'times')} times`,
  ),
  sqlInvariant(
    "the report's fees and payouts are the sums of what was booked from statements",
    `with booked as (
       select l.project_id, l.environment, (to_timestamp(t.timestamp / 1000000000) at time zone 'UTC')::date as day, r.currency,
         l.kind, count(*) as transfers, sum(t.amount) as amount
       from reconciliation_lines l join reconciliation_runs r on r.id = l.run_id join ledger_transfers t on t.reference = l.id
       where l.status = 'resolved' and t.code between 10 and 13 group by 1, 2, 3, 4, 5
     )
     select coalesce(b.project_id, d.project_id) as project_id, coalesce(b.day, d.day) as day, coalesce(b.kind, d.kind) as kind,
       coalesce(b.amount, 0) as booked, coalesce(d.amount_minor, 0) as reported
     from booked b full join (
       select * from ledger_daily_totals where kind in ('payout', 'payout_reversal', 'fee', 'fee_reversal')
         and exists (select from ledger_transfers)
     ) d using (project_id, environment, day, currency, kind)
     where b.amount is distinct from d.amount_minor or b.transfers is distinct from d.transfers`,
    (row) =>
      `${text(row, 'project_id')} ${text(row, 'day')} ${text(row, 'kind')}: booked ${text(row, 'booked')}, reported ${text(row, 'reported')}`,
  ),
];

async function* compareBatch({ snapshot, ledger }: Verification, lines: LineRow[]): AsyncIterable<string> {
  const booked = lines.filter(({ action }) => action === 'book_payout' || action === 'book_fee');
  if (booked.length === 0) return;
  const runs: RunRow[] = await snapshot('reconciliation_runs')
    .whereIn('id', [...new Set(booked.map(({ run_id }) => run_id))])
    .select('id', 'currency');
  const currencies = new Map(runs.map(({ id, currency }) => [id, currency]));
  const expected = booked.map((line) =>
    lineTransfer(line, currencies.get(line.run_id) as RunRow['currency'], line),
  );
  const found = await ledger.transfers(expected.map(({ id }) => id));
  for (const transfer of expected)
    if (!sameTransfer(found, transfer))
      yield `${transfer.reference} is booked as it says nowhere in the ledger`;
}
