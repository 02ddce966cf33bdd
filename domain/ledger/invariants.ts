/**
 * What must be true of the ledger whatever happened. The statements recompute everything from the transfers of the
 * PostgreSQL backend; with TigerBeetle those tables are empty, and the cluster guarantees the same by itself. The running
 * totals are in PostgreSQL with either, which recomputes them from its own transfers.
 */
import { encodeId, type IdKind } from '../../core/ids.ts';
import { CURRENCIES, CURRENCY_CODES } from '../../core/money.ts';
import { sqlInvariant, type Invariant } from '../platform/invariants.ts';
import { ACCOUNT_KIND_NAMES, ACCOUNT_KINDS, TRANSFER_KINDS } from './rules/kinds.rules.ts';
import { LIMIT_RULES } from './postgres/rows.ts';

const account = (row: Record<string, unknown>): string => encodeId('account', String(row['account_id']));

/** Rows `(kind, limit_rule)`. */
const KIND_LIMITS = ACCOUNT_KIND_NAMES.map(
  (kind) => `('${kind}', ${LIMIT_RULES.indexOf(ACCOUNT_KINDS[kind].limit)})`,
).join(', ');
/** Rows `(currency, iso)`. */
const CURRENCY_NUMBERS = CURRENCY_CODES.map((code) => `('${code}', ${CURRENCIES[code].numeric})`).join(', ');

/** A statement that compares rows of the module with the PostgreSQL backend's transfers. */
function postgresInvariant(...parameters: Parameters<typeof sqlInvariant>): Invariant {
  return whereLedger((name) => name === 'postgres', sqlInvariant(...parameters));
}

/** The check where the ledger is such a one; nothing elsewhere. */
function whereLedger(isSuch: (name: string) => boolean, check: Invariant): Invariant {
  return {
    invariant: check.invariant,
    async *violations(verification) {
      if (isSuch(verification.ledger.name)) yield* check.violations(verification);
    },
  };
}

export const ledgerInvariants: Invariant[] = [
  sqlInvariant(
    'every balance is the sum of its transfers and open holds',
    `with moved as (
       select account_id, sum(debits) as debits, sum(credits) as credits from (
         select debit_account_id as account_id, amount as debits, 0 as credits from ledger_transfers where phase in (0, 2)
         union all
         select credit_account_id, 0, amount from ledger_transfers where phase in (0, 2)
       ) sides group by account_id
     ), held as (
       select account_id, sum(debits) as debits, sum(credits) as credits from (
         select debit_account_id as account_id, amount as debits, 0 as credits from ledger_pending where status = 0
         union all
         select credit_account_id, 0, amount from ledger_pending where status = 0
       ) sides group by account_id
     )
     select b.account_id, b.debits_posted, b.credits_posted, b.debits_pending, b.credits_pending,
       coalesce(m.debits, 0) as sum_debits, coalesce(m.credits, 0) as sum_credits,
       coalesce(h.debits, 0) as held_debits, coalesce(h.credits, 0) as held_credits
     from ledger_balances b full join moved m using (account_id) left join held h using (account_id)
     where b.debits_posted is distinct from coalesce(m.debits, 0) or b.credits_posted is distinct from coalesce(m.credits, 0)
       or b.debits_pending is distinct from coalesce(h.debits, 0) or b.credits_pending is distinct from coalesce(h.credits, 0)`,
    (row) =>
      `${account(row)} says debits ${String(row['debits_posted'])}, credits ${String(row['credits_posted'])}, ` +
      `held ${String(row['debits_pending'])}/${String(row['credits_pending'])}; its transfers say ` +
      `${String(row['sum_debits'])}, ${String(row['sum_credits'])}, ${String(row['held_debits'])}/${String(row['held_credits'])}`,
  ),
  // An expiry releases a hold between two transfers and leaves none itself. So what is held may have fallen by more than a
  // transfer says, but never risen, by no less than the smallest expired hold, and altogether by no more than the expired
  // holds that were open by then.
  sqlInvariant(
    'the counters kept with each transfer follow from those before it',
    `with effects as (
       select t.*, case when t.phase in (0, 2) then t.amount else 0 end as moved,
         case t.phase when 0 then 0 when 1 then t.amount else -opened.amount end as held,
         case when t.phase = 1 and p.status = 3 then t.amount else 0 end as expired
       from ledger_transfers t left join ledger_transfers opened on opened.id = t.pending_id and opened.phase = 1
       left join ledger_pending p on p.id = t.id
     ), sides as (
       select debit_account_id as account_id, timestamp, id, dr_debits_posted as debits, dr_credits_posted as credits,
         dr_debits_pending as debits_held, dr_credits_pending as credits_held, moved as debited, 0 as credited,
         held as debit_held, 0 as credit_held, expired as debit_expired, 0 as credit_expired from effects
       union all
       select credit_account_id, timestamp, id, cr_debits_posted, cr_credits_posted,
         cr_debits_pending, cr_credits_pending, 0, moved, 0, held, 0, expired from effects
     ), steps as (
       select *, debits - lag(debits, 1, 0::bigint) over step as more_debits,
         credits - lag(credits, 1, 0::bigint) over step as more_credits,
         lag(debits_held, 1, 0::bigint) over step + debit_held - debits_held as debits_released,
         lag(credits_held, 1, 0::bigint) over step + credit_held - credits_held as credits_released,
         sum(debit_expired) over step - debit_expired - sum(debit_held) over step + debits_held as debits_to_release,
         sum(credit_expired) over step - credit_expired - sum(credit_held) over step + credits_held as credits_to_release,
         min(nullif(debit_expired, 0)) over step as least_debit, min(nullif(credit_expired, 0)) over step as least_credit
       from sides window step as (partition by account_id order by timestamp)
     )
     select account_id, id from steps where (more_debits = debited and more_credits = credited
       and (debits_released = 0 or debits_released >= least_debit)
       and (debits_to_release = 0 or debits_to_release >= least_debit)
       and (credits_released = 0 or credits_released >= least_credit)
       and (credits_to_release = 0 or credits_to_release >= least_credit)) is not true limit 100`,
    (row) =>
      `after ${encodeId('transfer', String(row['id']))} the counters of ${account(row)} are not what they were plus it`,
  ),
  sqlInvariant(
    'money is conserved: over all accounts of a currency debits equal credits',
    `select ledger, sum(debits_posted) as debits, sum(credits_posted) as credits,
       sum(debits_pending) as held_debits, sum(credits_pending) as held_credits
     from ledger_balances group by ledger
     having sum(debits_posted) <> sum(credits_posted) or sum(debits_pending) <> sum(credits_pending)`,
    (row) =>
      `in ledger ${String(row['ledger'])} debits are ${String(row['debits'])} and credits ${String(row['credits'])}`,
  ),
  {
    invariant:
      'what was posted on each kind of account by the end of each quarter of an hour is the sum of the transfers',
    violations: ({ snapshot, ledger }) => ledger.differingTotals(snapshot),
  },
  sqlInvariant(
    'every transfer is of the scope of its accounts',
    `select t.id from ledger_transfers t left join ledger_balances b on b.account_id = t.debit_account_id
     where t.scope_number is distinct from (b.ledger / 1000)::integer limit 100`,
    (row) => `${encodeId('transfer', String(row['id']))} is not of its accounts' scope`,
  ),
  sqlInvariant(
    'no account is beyond its limit',
    `select account_id from ledger_balances
     where (limit_rule = 1 and debits_pending + debits_posted > credits_posted)
        or (limit_rule = 2 and credits_pending + credits_posted > debits_posted)`,
    (row) => `${account(row)} is beyond its limit`,
  ),
  sqlInvariant(
    'every hold ended as its transfers say, at most once',
    `select p.id, p.status, count(t.id) as endings, min(t.phase) as phase
     from ledger_pending p left join ledger_transfers t on t.pending_id = p.id
     group by p.id having count(t.id) <> case when p.status in (1, 2) then 1 else 0 end
       or (p.status = 1 and min(t.phase) <> 2) or (p.status = 2 and min(t.phase) <> 3)`,
    (row) =>
      `${encodeId('hold', String(row['id']))} has status ${String(row['status'])} and ${String(row['endings'])} endings`,
  ),
  sqlInvariant(
    'what is kept of every hold is what its transfer opened',
    `select id from ledger_pending p full join (select * from ledger_transfers where phase = 1) t using (id)
     where (p.debit_account_id, p.credit_account_id, p.amount, p.expires_at) is distinct from
         (t.debit_account_id, t.credit_account_id, t.amount,
          case when t.timeout_s > 0 then t.timestamp + t.timeout_s * 1000000000::bigint end)
       or p.id is null or t.id is null or (p.status = 3 and p.expires_at is null)`,
    (row) => `${encodeId('hold', String(row['id']))} is not kept as it was opened`,
  ),
  sqlInvariant(
    'of each kind as many transfers are counted as on all days',
    `select kind, coalesce(d.transfers, 0) as days, coalesce(k.transfers, 0) as counted
     from (select kind, sum(transfers) as transfers from ledger_daily_totals group by kind) d
     full join (select kind, sum(transfers) as transfers from ledger_kind_totals group by kind) k using (kind)
     where d.transfers is distinct from k.transfers`,
    (row) =>
      `of ${String(row['kind'])} ${String(row['counted'])} are counted, but ${String(row['days'])} on all days`,
  ),
  sqlInvariant(
    'a spent id was never booked',
    `select s.id from ledger_spent_ids s join ledger_transfers t using (id)`,
    (row) => `${encodeId('transfer', String(row['id']))} is spent and booked`,
  ),
  sqlInvariant(
    'the directory knows every account that has a balance, its ledger and its limit',
    `select b.account_id, a.id from ledger_balances b left join ledger_accounts a on a.id = b.account_id
     left join ledger_books k using (project_id, environment)
     left join (values ${KIND_LIMITS}) kinds (kind, limit_rule) using (kind)
     left join (values ${CURRENCY_NUMBERS}) currencies (currency, iso) using (currency)
     where (a.id is null and (b.debits_posted > 0 or b.credits_posted > 0))
       or (a.id is not null and (b.limit_rule is distinct from kinds.limit_rule
         or b.ledger is distinct from k.no::bigint * 1000 + currencies.iso))`,
    (row) =>
      row['id'] === null
        ? `${account(row)} is in no directory`
        : `${account(row)} has another ledger or limit than the directory says`,
  ),
  postgresInvariant(
    'every manual transfer that has a row is booked as that says, and no refused one is',
    `select id, m.status from ledger_manual_transfers m left join
       (select * from ledger_transfers where code = ${TRANSFER_KINDS.manual} and phase = 0) t using (id)
     where (m.status = 'posted' and t.id is null) or (m.status = 'refused' and t.id is not null)
       or (t.id is not null and (m.debit_account_id, m.credit_account_id, m.amount_minor, m.reference, m.memo)
         is distinct from (t.debit_account_id, t.credit_account_id, t.amount, t.reference, t.memo))`,
    (row) => `${encodeId('transfer', String(row['id']))} is ${notAsItsRow(row)}`,
  ),
  // The audit log's own check reads the transfer of every entry, so that equal counts are a transfer for each entry and an entry for
  // each transfer. What is booked and not recorded yet has a row that is pending.
  postgresInvariant(
    'as many manual transfers are booked as the audit log says',
    `with booked as (
       select project_id, environment, count(*) as transfers from ledger_transfers t join ledger_books k on k.no = t.scope_number
       where t.code = ${TRANSFER_KINDS.manual} and t.phase = 0
         and not exists (select from ledger_manual_transfers m where m.id = t.id and m.status = 'pending')
       group by project_id, environment
     ), audited as (
       select project_id, environment, sum(case when details is null then coalesce(of_subjects, 1)
         when action = 'ledger.transfer' then 1 else jsonb_array_length(details::jsonb -> 'transfers') end) as transfers
       from audit_log where action in ('ledger.transfer', 'ledger.transfer_batch') group by project_id, environment
     )
     select project_id, environment, coalesce(b.transfers, 0) as booked, coalesce(a.transfers, 0) as audited
     from booked b full join audited a using (project_id, environment) where b.transfers is distinct from a.transfers`,
    (row) =>
      `in ${String(row['project_id'])}, ${String(row['environment'])}, ${String(row['booked'])} are booked, ` +
      `but ${String(row['audited'])} audited: some were booked, but nobody asked for them, or the other way round`,
  ),
  // Entries from before details were left out, which are compared with the ledger by the rows of their requests.
  postgresInvariant(
    'every manual transfer whose details the audit log has stored has a row',
    `with stored as (
       select project_id, environment, sum(case action when 'ledger.transfer' then 1
         else jsonb_array_length(details::jsonb -> 'transfers') end) as transfers
       from audit_log where action in ('ledger.transfer', 'ledger.transfer_batch') and details is not null
       group by project_id, environment
     ), kept as (
       select project_id, environment, count(*) as transfers from ledger_manual_transfers where status = 'posted'
       group by project_id, environment
     )
     select project_id, environment, s.transfers - coalesce(k.transfers, 0) as missing
     from stored s left join kept k using (project_id, environment) where s.transfers > coalesce(k.transfers, 0)`,
    (row) =>
      `in ${String(row['project_id'])}, ${String(row['environment'])}, ${String(row['missing'])} rows are gone`,
  ),
  postgresInvariant(
    'no manual transfer is in the audit log twice',
    `select subject, count(*) as entries from audit_log where action in ('ledger.transfer', 'ledger.transfer_batch')
     group by project_id, environment, subject having count(*) > 1`,
    (row) => `${String(row['subject'])} has ${String(row['entries'])} entries`,
  ),
  // While a request resolves a hold its row has touched_at set, and the ledger may be ahead of the row. A hold that the ledger
  // has released stays pending in its row until the sweep records it.
  postgresInvariant(
    'every hold is in the ledger as its row says',
    `select coalesce(h.id, t.id) as id, h.status from ledger_holds h full join
       (select * from ledger_transfers where code = ${TRANSFER_KINDS.manual} and phase = 1) t using (id)
     left join ledger_transfers e on e.pending_id = t.id left join ledger_pending p on p.id = t.id
     left join projects on projects.id = h.project_id
     where h.id is null
       or (t.id is not null
         and (h.debit_account_id, h.credit_account_id, h.amount_minor, h.timeout_s, h.reference, h.memo)
           is distinct from (t.debit_account_id, t.credit_account_id, t.amount, t.timeout_s, t.reference, t.memo))
       or (e.id is not null and (h.debit_account_id, h.credit_account_id, h.reference, h.memo)
         is distinct from (e.debit_account_id, e.credit_account_id, e.reference, e.memo))
       or (h.status <> 'captured' and h.captured_minor <> 0)
       or (h.touched_at is null and (case h.status
         when 'refused' then t.id is null
         when 'pending' then t.id is not null and p.status in (0, 3) and e.id is null
         when 'captured' then t.id is not null and e.phase = 2 and e.amount = h.captured_minor
         when 'voided' then t.id is not null and e.phase = 3 and e.amount = h.amount_minor
         when 'expired' then t.id is not null and e.id is null and (p.status = 3
           or (p.status = 0 and p.expires_at <= extract(epoch from clock_timestamp()) * 1000000000
             + case when h.environment = 'test' then projects.test_clock_offset_ms else 0 end * 1000000))
         else true end) is not true)`,
    (row) => `${encodeId('hold', String(row['id']))} is ${notAsItsRow(row)}`,
  ),
  whereLedger(
    (name) => name !== 'postgres',
    sqlInvariant(
      'every manual transfer that was posted is in the audit log once',
      auditedOnce(
        `select id, project_id, environment, reference, 'ledger.' || case when batch_id is null then 'transfer' else 'transfer_batch' end
         from ledger_manual_transfers where status = 'posted' and coalesce(place, 0) = 0`,
      ),
      (row) => notAuditedOnce('transfer', row),
    ),
  ),
  sqlInvariant(
    'every hold that was opened, and every one that was captured or voided, is in the audit log once',
    auditedOnce(
      `select id, project_id, environment, reference, 'ledger.hold'
       from ledger_holds where actor_id is not null and status not in ('requested', 'refused')
       union all
       select id, project_id, environment, reference, 'ledger.hold_' || status
       from ledger_holds where resolver_id is not null and status in ('captured', 'voided')`,
    ),
    (row) => notAuditedOnce('hold', row),
  ),
];

/**
 * Requests whose audit entries are not as many as they are. A key can come again once it was forgotten, so that those of one key
 * are counted together.
 * @param requests id, project_id, environment, the key and the action of each
 */
function auditedOnce(requests: string): string {
  return `
    with requests as (select * from (${requests}) as r(id, project_id, environment, reference, action)),
    asked as (
      select project_id, environment, reference, action, count(*) as requests, (array_agg(id order by id))[1] as id
      from requests group by project_id, environment, reference, action
    ), audited as (
      select project_id, environment, details::jsonb ->> 'idempotency_key' as reference, action, count(*) as entries
      from audit_log where action in (select distinct action from requests)
      group by project_id, environment, reference, action
    )
    select id, action, requests, coalesce(entries, 0) as entries
    from asked left join audited using (project_id, environment, reference, action)
    where requests is distinct from entries`;
}

function notAuditedOnce(kind: IdKind, row: Record<string, unknown>): string {
  const { id, action, requests, entries } = row;
  return `${encodeId(kind, String(id))} has ${String(entries)} audit entries ${String(action)} instead of ${String(requests)}`;
}

function notAsItsRow(row: Record<string, unknown>): string {
  const status = row['status'] as string | null;
  return status === null ? 'booked, but nobody asked for it' : `${status}, but the ledger says otherwise`;
}
