/** The movements of batches: the sum comes in as unallocated money, which the lines split among members. */
import { BATCH_REPAYMENT, recordRepayments } from '../loans/index.ts';
import { defineMovement, leg, type EndedEntry } from '../movements/index.ts';
import type { Unit } from '../platform/unit.ts';
import { recordLines } from './record-lines.ts';

const LINE = { source: 'batch', flow: 'pay_in', onEnded: recordLines } as const;

export const BATCH_MOVEMENTS = [
  defineMovement({
    title: 'Money of a batch, from the bank',
    kind: 'batch_receipt',
    source: 'bank',
    legs: [leg('bank', 'unallocated')],
  }),
  defineMovement({
    title: 'Money of a batch, in cash',
    kind: 'batch_receipt',
    source: 'cash',
    legs: [leg('cash_on_hand', 'unallocated')],
    // Whoever approves it may have no till, and the money is more than a till holds.
    cash_from: 'vault',
  }),
  defineMovement({
    ...LINE,
    title: 'Deposit in a batch',
    kind: 'deposit',
    message: 'deposit',
    legs: [leg('unallocated', 'member_savings')],
  }),
  defineMovement({
    ...LINE,
    title: 'Shares in a batch',
    kind: 'share_purchase',
    legs: [leg('unallocated', 'member_shares')],
  }),
  defineMovement({
    ...LINE,
    title: 'Fee in a batch',
    kind: 'member_fee',
    legs: [leg('unallocated', 'fee_income')],
  }),
  defineMovement({
    ...BATCH_REPAYMENT,
    async onEnded(unit: Unit, ended: EndedEntry[]) {
      await recordRepayments(unit, ended);
      await recordLines(unit, ended);
    },
  }),
];
