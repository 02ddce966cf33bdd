/** Bankings: money between a bank account and the tills, or the providers' clearing; a checker decides. */
import { formatMoney } from '../../core/money.ts';
import {
  always,
  bankMoney,
  defineMovement,
  leg,
  requestEntry,
  type entries,
  type Leg,
  type MovementRequest,
  type RequestedEntry,
} from '../movements/index.ts';
import type { Caller } from '../platform/unit.ts';

const banking = (direction: entries.BankingDirection, title: string, legs: [Leg]) =>
  ({
    title,
    kind: 'banking',
    source: 'bank',
    direction,
    legs,
    approval: always(),
    reversal: {},
  }) as const;

export const BANKINGS = [
  defineMovement({
    ...banking('till_to_bank', 'Cash banked', [leg('bank', 'cash_on_hand')]),
    cash_from: 'vault',
  }),
  defineMovement({
    ...banking('bank_to_till', 'Cash from the bank', [leg('cash_on_hand', 'bank')]),
    cash_from: 'vault',
  }),
  defineMovement({
    ...banking('provider_to_bank', 'Provider payout banked', [leg('bank', 'provider_clearing')]),
    in_account_currency: true,
  }),
  defineMovement({
    ...banking('bank_to_provider', 'Paid in at a provider', [leg('provider_clearing', 'bank')]),
    in_account_currency: true,
  }),
];

export interface BankingRequest extends Omit<MovementRequest, 'till'> {
  direction: entries.BankingDirection;
  /** Code or id of a bank account. */
  account: string;
  /** Of the bank's slip. */
  reference: string;
  memo: string;
}

/**
 * Requests a banking. Whether the money is there counts once it is approved.
 * @throws AppError as `requestEntry`
 */
export function requestBanking(caller: Caller, body: BankingRequest): Promise<RequestedEntry> {
  const { amount_minor, direction, reference, memo } = body;
  const title = BANKINGS.find((each) => each.direction === direction)?.title;
  return requestEntry(caller, {
    operation: ['POST sacco bankings'],
    body,
    entry: { kind: 'banking', source: 'bank', direction, member_id: null, amount_minor, memo },
    summary: ({ currency, accounts }) =>
      `${title}: ${formatMoney(amount_minor, currency)}, ${bankMoney.describe(accounts)}, ${reference}: ${memo}`,
  });
}
