/**
 * Books receipts part by part, many at a time: to the member whose account number each has, as the settings say what it is for; or as
 * unallocated. Each part is an ordinary movement by a payment, booked before the next is begun.
 */
import { AppError, refusal } from '../../core/errors.ts';
import { scopeOf, SYSTEM, type Scope } from '../../core/scope.ts';
import { lockSettingsOf, type SettingsRow } from '../cooperative/index.ts';
import {
  checkEntries,
  defineMovement,
  leg,
  newEntry,
  paymentCredits,
  receiptRows,
  type EntryRow,
} from '../movements/index.ts';
import type { Context } from '../platform/context.ts';
import { countDueRows } from '../platform/due-rows.ts';
import type { Unit } from '../platform/unit.ts';
import {
  bringReceiptsForward,
  putReceiptsOff,
  takeDueReceipts,
  takeReceiptsOf,
  type TakenReceipt,
} from './allocate-receipts.sql.ts';
import { planReceipts } from './plan-receipts.ts';
import { resolveAccounts } from './resolve-account.ts';

/** In the currency of the payment, which may be another than the cooperative's. */
export const UNALLOCATED_RECEIPT = defineMovement({
  title: 'Unallocated money received',
  kind: 'unallocated_receipt',
  source: 'payment',
  legs: [leg('merchant_available', 'unallocated')],
  in_account_currency: true,
  onEnded: receiptRows.record,
});

const RECEIPTS: paymentCredits.Credits<TakenReceipt> = {
  takeDue: takeDueReceipts,
  takeOf: takeReceiptsOf,
  id: ({ id }) => id,
  begin,
  after: (receipt, ended) => receiptRows.afterEnded(receipt, ended) ?? receipt,
  store: receiptRows.setAll,
  putOff: putReceiptsOff,
  bringForward: bringReceiptsForward,
  job: 'allocate-receipts',
};

/** Books the receipts that are due, with all their parts. @returns how many parts */
export const allocateDue = (ctx: Context): Promise<number> => paymentCredits.creditDue(ctx, RECEIPTS);

/** Books the next part of a payment's receipt, due or not. */
export const allocateNext = (ctx: Context, payment_id: string): Promise<void> =>
  paymentCredits.creditOf(ctx, RECEIPTS, payment_id);

/** The same for all, also those that a clock that was ahead has put off. */
export const sweepReceipts = (ctx: Context): Promise<number> => paymentCredits.sweepCredits(ctx, RECEIPTS);

export const countDueReceipts = countDueRows({ table: 'sacco_receipts', due_column: 'due_at' });

/** A receipt of which a part is to be booked. */
interface DueReceipt {
  scope: Scope;
  settings: SettingsRow;
  currency: TakenReceipt['currency'];
  /** What is left of it. */
  amount_minor: bigint;
  attempts: number;
  /** Its owner and its plan are set as they are found. */
  receipt: TakenReceipt;
  /** Why the member cannot get it. */
  refused: AppError | null;
}

async function begin(unit: Unit, taken: TakenReceipt[]): Promise<paymentCredits.Begun<TakenReceipt>[]> {
  const isDue = ({ booked, status }: TakenReceipt): boolean => booked && status === 'pending';
  const waiting = await dueReceiptsOf(unit, taken.filter(isDue));
  const uncovered = await paymentCredits.findUncovered(unit.ctx, waiting);
  const due = waiting.filter((each) => !uncovered.has(each));
  await findOwners(unit, due);
  await plan(unit, due);
  const entries = await nextEntries(unit, due);
  await receiptRows.setAll(unit.trx, [
    ...taken
      .filter((receipt) => !isDue(receipt) && receipt.due_at !== null)
      .map((receipt) => ({ ...receipt, due_at: null })),
    ...[...uncovered].map(({ receipt }) => ({ ...receipt, ...receiptRows.retryLater(receipt) })),
  ]);
  return due.map(({ scope, receipt, refused }, i) => {
    const row = entries[i] as EntryRow;
    const planned = refused ? { plan: null, reason: refused.reason ?? null } : {};
    return {
      scope,
      row,
      of: { ...receipt, ...planned, status: 'allocating', entry_id: row.id, due_at: null },
    };
  });
}

async function dueReceiptsOf({ trx }: Unit, receipts: readonly TakenReceipt[]): Promise<DueReceipt[]> {
  const scopes = receipts.map(({ project_id, environment, test_clock_offset_ms }) =>
    scopeOf(project_id, environment, test_clock_offset_ms),
  );
  // Locked, so that the currencies stay what the entries are stored in.
  const settingsOf = await lockSettingsOf(trx, scopes);
  return receipts.map((receipt, i) => {
    const scope = scopes[i] as Scope;
    const settings = settingsOf(scope);
    if (!settings) throw new Error(`${receipt.id} is to be allocated without settings`);
    const { currency, attempts, amount_minor, credited_minor } = receipt;
    const refused =
      currency === settings.currency
        ? null
        : refusal('currency_mismatch', `The SACCO's currency is ${settings.currency}, not ${currency}.`);
    const left_minor = amount_minor - credited_minor;
    return { scope, settings, currency, amount_minor: left_minor, attempts, receipt, refused };
  });
}

/** Whose receipts are stays as it was found for their first parts. */
async function findOwners({ trx }: Unit, due: readonly DueReceipt[]): Promise<void> {
  const unknown = due.filter(({ refused, receipt }) => refused === null && receipt.member_id === null);
  const found = await resolveAccounts(
    trx,
    unknown.map(({ scope, settings, receipt }) => ({ scope, settings, typed: receipt })),
  );
  unknown.forEach((each, i) => {
    const owner = found[i];
    if (owner) each.receipt = { ...each.receipt, ...owner };
    else each.refused = refusal('account_number_unknown');
  });
}

async function plan({ ctx, trx }: Unit, due: readonly DueReceipt[]): Promise<void> {
  const owned = due.filter(({ refused }) => refused === null);
  const unplanned = owned.filter(({ receipt }) => receipt.plan === null);
  const plans = await planReceipts(
    { ctx, db: trx },
    unplanned.map(({ scope, settings, receipt }) => {
      const { loan_id, amount_minor } = receipt;
      return { scope, settings, member_id: receipt.member_id as string, loan_id, amount_minor };
    }),
    [...new Set(owned.map(({ receipt }) => receipt.member_id as string))],
  );
  unplanned.forEach((each, i) => {
    each.receipt = { ...each.receipt, plan: plans[i] as receiptRows.PlannedPart[] };
  });
}

/** The entry of the next part of each: to the member, else all that is left as unallocated. */
async function nextEntries(unit: Unit, due: readonly DueReceipt[]): Promise<EntryRow[]> {
  const allowed = due.filter(({ refused }) => refused === null);
  const checked = await checkEntries(
    unit,
    allowed.map((each) => ({ scope: each.scope, entry: memberEntry(unit.ctx, each) })),
    'share',
  );
  const entries = new Map<DueReceipt, EntryRow>();
  allowed.forEach((each, i) => {
    const answer = checked[i];
    if (answer instanceof AppError) each.refused = answer;
    else if (answer instanceof Error) throw answer;
    else if (answer) entries.set(each, answer.entry);
  });
  const refused = due.filter((each) => each.refused !== null);
  const unallocated = await checkEntries(
    unit,
    refused.map((each) => ({ scope: each.scope, entry: unallocatedEntry(each) })),
    'share',
  );
  refused.forEach((each, i) => {
    const answer = unallocated[i];
    if (answer instanceof Error) throw answer;
    if (answer) entries.set(each, answer.entry);
  });
  return due.map((each) => entries.get(each) as EntryRow);
}

function memberEntry({ movements }: Pick<Context, 'movements'>, each: DueReceipt): EntryRow {
  const { scope, settings, receipt } = each;
  const { id: receipt_id, payment_id, member_id } = receipt;
  const [part] = receipt.plan ?? [];
  if (!part) throw new Error(`nothing of ${receipt_id} is left to be planned`);
  const { kind, source } = movements.forPurpose(part.purpose);
  return newEntry({ scope, actor: SYSTEM }, settings, {
    kind,
    source,
    member_id,
    loan_id: part.loan_id,
    amount_minor: BigInt(part.amount_minor),
    payment_id,
    receipt_id,
  });
}

/** All that is left: what a member who has left got before stays. */
function unallocatedEntry({ scope, settings, receipt, currency, amount_minor }: DueReceipt): EntryRow {
  const { id: receipt_id, payment_id } = receipt;
  return newEntry({ scope, actor: SYSTEM }, settings, {
    kind: 'unallocated_receipt',
    source: 'payment',
    member_id: null,
    amount_minor,
    currency,
    payment_id,
    receipt_id,
  });
}
