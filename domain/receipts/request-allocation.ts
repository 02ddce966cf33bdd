/** Says whose unallocated money is; a second person decides. */
import { invalidField, refusal, type AppError } from '../../core/errors.ts';
import { formatMoney } from '../../core/money.ts';
import type { ScopedUnit, Caller } from '../platform/unit.ts';
import { receiptRows, requestEntry, type EntryRow, type RequestedEntry } from '../movements/index.ts';
import { getReceipt } from './read-receipts.ts';

export const PURPOSES = ['savings', 'shares', 'loan_repayment'] as const;

export interface AllocationRequest {
  member_id: string;
  purpose: (typeof PURPOSES)[number];
  loan_id?: string;
  /** With the purpose savings: which account; by default the default one. */
  savings_account_id?: string;
  memo: string;
  idempotency_key: string;
}

/**
 * The whole of what is unallocated of the receipt. What is above the payoff of a loan goes into savings.
 * @throws AppError NOT_FOUND, VALIDATION_ERROR, `receipt_not_open`, `loan_not_open`, `currency_mismatch`; as `requestEntry`
 */
export function requestAllocation(
  caller: Caller,
  receipt_id: string,
  body: AllocationRequest,
): Promise<RequestedEntry> {
  const { ctx, scope } = caller;
  const { member_id, purpose, loan_id = null, memo } = body;
  return requestEntry(caller, {
    operation: ['POST sacco unallocated allocate', receipt_id],
    body,
    async entry(settings) {
      const receipt = await getReceipt(ctx.db, scope, receipt_id);
      requireOpen(receipt);
      if (receipt.currency !== settings.currency)
        throw refusal(
          'currency_mismatch',
          `The SACCO's currency is ${settings.currency}, not ${receipt.currency}. Refund it.`,
        );
      if ((loan_id !== null) !== (purpose === 'loan_repayment'))
        throw invalidField(
          'loan_id',
          purpose === 'loan_repayment'
            ? '"loan_id" is required to repay a loan'
            : '"loan_id" is only for a repayment',
        );
      const movement = ctx.movements.forPurpose(purpose);
      await movement.payment?.validate?.(ctx.db, scope, { member_id, loan_id });
      return {
        kind: movement.kind,
        source: 'unallocated',
        member_id,
        loan_id,
        amount_minor: receipt.unallocated_minor,
        payment_id: receipt.payment_id,
        receipt_id,
        memo,
      };
    },
    summary: ({ member, entry, currency }) =>
      `${formatMoney(entry.amount_minor, currency)} of unallocated money to ${WORDS[purpose]} of` +
      ` ${member?.member_no} ${member?.full_name}: ${memo}`,
    async prepare({ trx }) {
      requireOpen(await receiptRows.lock(trx, receipt_id));
      return {};
    },
    onWaiting: (unit, waiting) => markResolving(unit, receipt_id, waiting),
  });
}

const WORDS = { savings: 'the savings', shares: 'the shares', loan_repayment: 'the loan' };

/** @throws AppError `receipt_not_open` */
export function requireOpen(receipt: receiptRows.ReceiptRow | undefined): void {
  const refused = notOpen(receipt);
  if (refused) throw refused;
}

/** @returns `receipt_not_open`; null where it is open */
export function notOpen(receipt: receiptRows.ReceiptRow | undefined): AppError | null {
  if (receipt?.status === 'unallocated') return null;
  return refusal(
    'receipt_not_open',
    `The money is ${receipt?.status ?? 'gone'}: only what is unallocated can be allocated or refunded.`,
  );
}

async function markResolving({ trx }: ScopedUnit, receipt_id: string, { id }: EntryRow): Promise<void> {
  await receiptRows.set(trx, receipt_id, { status: 'resolving', entry_id: id });
}
