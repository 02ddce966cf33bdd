/**
 * Books a receipt part by part: to the member whose account number it has, as the settings say what it is for; or as unallocated.
 * Each part is an ordinary movement by a payment, booked before the next is begun.
 */
import { AppError, refusal } from '../../core/errors.ts';
import { SYSTEM } from '../../core/scope.ts';
import { lockSettings, waterfallOf, type SettingsRow } from '../cooperative/index.ts';
import { accountId, balanceOf, ZERO_BALANCES } from '../ledger/index.ts';
import { repayableLoans } from '../loans/index.ts';
import {
  bookEntry,
  checkEntries,
  defineMovement,
  insertEntries,
  leg,
  newEntry,
  paymentCredits,
  receiptRows,
  type EntryRow,
} from '../movements/index.ts';
import type { Context } from '../platform/context.ts';
import { countDueRows } from '../platform/due-rows.ts';
import { sweepOverdue, type OverdueJob } from '../platform/sweep-overdue.ts';
import { inTransaction, type ScopedUnit } from '../platform/unit.ts';
import { resolveAccount } from './resolve-account.ts';
import { planParts } from './waterfall.rules.ts';

const { SaccoReceipt } = receiptRows;
type ReceiptRow = receiptRows.ReceiptRow;
type PlannedPart = receiptRows.PlannedPart;

/** In the currency of the payment, which may be another than the cooperative's. */
export const UNALLOCATED_RECEIPT = defineMovement({
  title: 'Unallocated money received',
  kind: 'unallocated_receipt',
  source: 'payment',
  legs: [leg('merchant_available', 'unallocated')],
  in_account_currency: true,
  onEnded: receiptRows.record,
});

/** Books the next part of a payment's receipt, if one is due. */
export async function allocateNext(ctx: Context, payment_id: string): Promise<void> {
  const found = await SaccoReceipt.query(ctx.db).where({ payment_id }).withScope();
  const [receipt] = found;
  if (!receipt) return;
  const { scope, row } = receipt;
  const entry = await inTransaction({ ctx, scope }, (unit) => begin(unit, row.id));
  if (!entry) return;
  await ctx.movements.of(entry).due_before?.book(ctx, entry);
  await bookEntry({ ctx, scope }, entry);
}

/** @returns the entry to book, or null when there is nothing to do */
async function begin(unit: ScopedUnit, id: string): Promise<EntryRow | null> {
  const { ctx, trx, scope } = unit;
  const receipt = (await receiptRows.lock(trx, id)) as ReceiptRow;
  if (!receipt.booked || receipt.status !== 'pending') {
    if (receipt.due_at) await receiptRows.set(trx, id, { due_at: null });
    return null;
  }
  const settings = await lockSettings(unit);
  if (!settings) throw new Error(`${id} is to be allocated without settings`);
  const amount_minor = receipt.amount_minor - receipt.credited_minor;
  // Each attempt that fails is an entry: one of them is enough.
  const { currency, attempts } = receipt;
  if (attempts > 0 && !(await paymentCredits.isCovered(ctx, scope, { currency, amount_minor }))) {
    await receiptRows.set(trx, id, receiptRows.retryLater(receipt));
    return null;
  }
  const next = await nextPart(unit, settings, receipt);
  await insertEntries(trx, [next.entry]);
  const { entry, ...changes } = next;
  await receiptRows.set(trx, id, { ...changes, status: 'allocating', entry_id: entry.id, due_at: null });
  return entry;
}

interface NextPart extends Partial<ReceiptRow> {
  entry: EntryRow;
}

/** The entry of the next part with what the receipt then says: to the member, else all that is left as unallocated. */
async function nextPart(unit: ScopedUnit, settings: SettingsRow, receipt: ReceiptRow): Promise<NextPart> {
  const owner = await ownerOf(unit, settings, receipt);
  const part = owner instanceof AppError ? owner : await memberPart(unit, settings, { ...receipt, ...owner });
  if (!(part instanceof AppError)) return { ...(owner as Owner), ...part };
  return {
    ...(owner instanceof AppError ? {} : owner),
    entry: await unallocatedEntry(unit, settings, receipt),
    plan: null,
    reason: part.reason ?? null,
  };
}

type Owner = Pick<ReceiptRow, 'member_id' | 'loan_id' | 'matched_by'>;

/** Whose the receipt is, as it was found for its first part. */
async function ownerOf(
  { trx, scope }: ScopedUnit,
  settings: SettingsRow,
  receipt: ReceiptRow,
): Promise<Owner | AppError> {
  const { currency, member_id, loan_id, matched_by } = receipt;
  if (currency !== settings.currency)
    return refusal('currency_mismatch', `The SACCO's currency is ${settings.currency}, not ${currency}.`);
  if (member_id !== null) return { member_id, loan_id, matched_by };
  return (await resolveAccount(trx, scope, settings, receipt)) ?? refusal('account_number_unknown');
}

/** The entry of the next part, and what is then planned; or why the member cannot get it. */
async function memberPart(
  unit: ScopedUnit,
  settings: SettingsRow,
  receipt: ReceiptRow,
): Promise<{ entry: EntryRow; plan: PlannedPart[] } | AppError> {
  const { ctx, scope } = unit;
  const plan = receipt.plan ?? (await planOf(unit, settings, receipt));
  const [part] = plan;
  if (!part) throw new Error(`nothing of ${receipt.id} is left to be planned`);
  const definition = ctx.movements.all.find(({ payment }) => payment?.purpose === part.purpose);
  if (!definition) throw new Error(`no movement is for ${part.purpose}`);
  const { kind, source } = definition;
  const { id: receipt_id, payment_id, member_id } = receipt;
  const entry = newEntry({ scope, actor: SYSTEM }, settings, {
    kind,
    source,
    member_id,
    loan_id: part.loan_id,
    amount_minor: BigInt(part.amount_minor),
    payment_id,
    receipt_id,
  });
  const [refused] = await checkEntries(unit, [{ scope, entry }], 'share');
  if (!(refused instanceof Error)) return { entry, plan };
  if (refused instanceof AppError) return refused;
  throw refused;
}

async function planOf(
  { ctx, trx, scope }: ScopedUnit,
  settings: SettingsRow,
  receipt: ReceiptRow,
): Promise<PlannedPart[]> {
  const member_id = receipt.member_id as string;
  const { currency, min_share_capital_minor } = settings;
  const shares_account = accountId(scope, { kind: 'member_shares', currency, owner: member_id });
  const balances = (await ctx.ledger.balances([shares_account], scope.clock.now())).get(shares_account);
  const shares = balanceOf('member_shares', balances ?? ZERO_BALANCES);
  const demands = {
    loans: await repayableLoans(trx, scope, member_id),
    missing_shares_minor: shares < min_share_capital_minor ? min_share_capital_minor - shares : 0n,
    named_loan_id: receipt.loan_id,
  };
  return planParts(receipt.amount_minor, waterfallOf(settings), demands);
}

/** All that is left: what a member who has left got before stays. */
async function unallocatedEntry(
  unit: ScopedUnit,
  settings: SettingsRow,
  { id: receipt_id, payment_id, currency, amount_minor, credited_minor }: ReceiptRow,
): Promise<EntryRow> {
  const { scope } = unit;
  const entry = newEntry({ scope, actor: SYSTEM }, settings, {
    kind: 'unallocated_receipt',
    source: 'payment',
    member_id: null,
    amount_minor: amount_minor - credited_minor,
    currency,
    payment_id,
    receipt_id,
  });
  const [refused] = await checkEntries(unit, [{ scope, entry }], 'share');
  if (refused instanceof Error) throw refused;
  return entry;
}

const OVERDUE: OverdueJob<'allocate-receipt'> = {
  table: SaccoReceipt.tableName,
  id_column: 'payment_id',
  payload_field: 'payment_id',
  due_column: 'due_at',
  job: 'allocate-receipt',
  longest_pause_ms: paymentCredits.LAST_RETRY_MS,
};

export const countDueReceipts = countDueRows(OVERDUE);

/** Enqueues the receipts that are due: their job was lost, or they are tried again. @returns how many */
export function sweepReceipts(ctx: Context): Promise<number> {
  return sweepOverdue(ctx, OVERDUE);
}
