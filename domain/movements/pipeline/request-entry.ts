/** Requests of movements by people and API keys: each is booked immediately, or waits for a checker. */
import { AppError, invalidField, refusal } from '../../../core/errors.ts';
import { findNamedAccounts, requireBank, type NamedAccount } from '../../chart/index.ts';
import { getSettings, type SettingsRow, savingsIds } from '../../cooperative/index.ts';
import { findKey, refuseReservedKey, type IdempotencyKey } from '../../platform/idempotency.ts';
import type { Caller } from '../../platform/unit.ts';
import { waitForApproval } from '../approvals/wait-for-approval.ts';
import type { EntryRow } from '../entries/entry.model.ts';
import { getEntry, newEntry } from '../entries/entry.ts';
import { movesSavings } from '../savings/moved-savings.ts';
import { bookEntry, entryPipeline } from './entry-pipeline.ts';
import type { RequestBody, RequestedEntry, RequestToMove } from './request-to-move.ts';

type Accounts = readonly (NamedAccount | undefined)[];

/**
 * Stores the entry unless the same request came before. It is booked, or waits for a checker, as the definition of the movement
 * says.
 * @throws AppError `idempotency_key_reserved`, `sacco_not_set_up`, `idempotency_key_reused`, NOT_FOUND, `member_not_active`,
 *   `customer_not_active`, `no_open_till`, `tills_off`; `account_not_found`, `account_refused`, `currency_mismatch`,
 *   `account_inactive`; `insufficient_cash` at a till; `phone_not_members` and what refuses a payout; what booking first what is
 *   due throws
 */
export async function requestEntry(caller: Caller, request: RequestToMove): Promise<RequestedEntry> {
  const { ctx, scope } = caller;
  refuseReservedKey(request.body.idempotency_key);
  const settings = await getSettings(ctx.db, scope);
  const accounts = await findNamedAccounts(ctx.db, scope, namesIn(request.body));
  const idempotency = keyOf(request, accounts);
  let entry: EntryRow;
  try {
    entry = await entryOf(caller, settings, { ...request, accounts });
  } catch (error) {
    // What the request names may have changed since the same one came before, which is answered as then.
    const earlier = error instanceof AppError ? await findKey(ctx.db, scope, idempotency) : null;
    if (!earlier) throw error;
    const stored = await getEntry(ctx.db, scope, earlier.subject_id);
    return orShortOfCash({ entry: await bookEntry(caller, stored), replayed: true });
  }
  const { approval, due_before, is_sent } = ctx.movements.of(entry);
  await due_before?.book(ctx, [entry]);
  // The limits of a provider are read with the request, too, and its payout is stored with the entry.
  const may_wait =
    is_sent ||
    approval.when === 'always' ||
    (approval.when === 'above_threshold' && approval.threshold(settings) !== null);
  if (may_wait) {
    const found = accounts.filter((account) => account !== undefined);
    const asked = { ...request, entry, idempotency, accounts: found };
    return orShortOfCash(await waitForApproval(caller, settings, asked));
  }
  const { row, replayed } = await entryPipeline.submit(ctx, {
    scope,
    entry,
    idempotency,
    subject_id: entry.id,
  });
  return orShortOfCash({ entry: row, replayed });
}

/** The accounts of the chart that the body names, in its order. */
function namesIn({ account, lines = [] }: RequestBody): string[] {
  return [...(account === undefined ? [] : [account]), ...lines.map((line) => line.account)];
}

/** A request that names its accounts by their codes is the same as one that names them by their ids. */
function keyOf({ operation, body }: RequestToMove, accounts: Accounts): IdempotencyKey {
  const { idempotency_key: key, ...content } = body;
  const request = [...operation, content];
  if (accounts.length === 0 || accounts.includes(undefined)) return { key, request };
  const found = accounts as readonly NamedAccount[];
  const withNames = (names: readonly string[]) => ({
    ...content,
    ...(content.account === undefined ? {} : { account: names[0] }),
    ...(content.lines && { lines: content.lines.map((line, i) => ({ ...line, account: names[i] })) }),
  });
  const by_code = withNames(found.map(({ code }) => code));
  const by_id = withNames(found.map(({ id, code }) => id ?? code));
  return { key, request, also_written: [by_code, by_id].map((written) => [...operation, written]) };
}

/** A row for the request, with the savings account, the bank account and the till that its body names. */
async function entryOf(
  caller: Caller,
  settings: SettingsRow,
  { entry: wanted, body, accounts }: RequestToMove & { accounts: Accounts },
): Promise<EntryRow> {
  const { account: name, reference = null, till, provider = null, savings_account_id: savings } = body;
  const requested = typeof wanted === 'function' ? await wanted(settings, accounts) : wanted;
  const entry = { ...newEntry(caller, settings, requested), provider };
  const { cash_from, in_account_currency } = caller.ctx.movements.of(entry);
  if (name !== undefined) {
    const currency = in_account_currency ? null : entry.currency;
    const bank = requireBank(accounts[0], { name, currency, path: 'account' });
    entry.bank_account_id = bank.id;
    entry.reference = reference;
    entry.currency = bank.currency;
  }
  if (savings !== undefined) {
    if (!movesSavings(caller.ctx.movements.of(entry)))
      throw invalidField('savings_account_id', 'This moves no savings: leave "savings_account_id" out');
    entry.savings_account_id = savingsIds.storedId(entry.member_id as string, savings);
  }
  if (till !== undefined) {
    if (cash_from === null || cash_from === 'vault')
      throw invalidField('till', 'This moves no cash of a till: leave "till" out');
    entry.till_id = till;
  }
  return entry;
}

/** A teller who cannot pay is told so at once; the failed entry stays in the session. @throws AppError `insufficient_cash` */
function orShortOfCash(requested: RequestedEntry): RequestedEntry {
  const { session_id, status, error } = requested.entry;
  if (session_id !== null && status === 'failed' && error === 'insufficient_cash')
    throw refusal('insufficient_cash', 'The till holds less than that.');
  return requested;
}
