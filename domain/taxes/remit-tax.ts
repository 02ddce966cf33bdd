/** Tax that was withheld is paid to the authority, from the tills or by the bank; a checker decides. */
import { formatMoney } from '../../core/money.ts';
import {
  always,
  bankMoney,
  defineMovement,
  leg,
  requestEntry,
  type MovementRequest,
  type RequestedEntry,
} from '../movements/index.ts';
import type { Caller } from '../platform/unit.ts';

export const TAX_MOVEMENTS = [
  defineMovement({
    title: 'Tax remitted',
    kind: 'tax_remittance',
    legs: [leg('tax_payable', 'cash_on_hand')],
    approval: always(),
    reversal: {},
  }),
  defineMovement({
    title: 'Tax remitted by the bank',
    kind: 'tax_remittance',
    source: 'bank',
    legs: [leg('tax_payable', 'bank')],
    approval: always(),
    reversal: {},
  }),
];

export interface RemittanceRequest extends MovementRequest, bankMoney.BankMoney {
  paid_from?: 'cash' | 'bank';
  memo: string;
}

/**
 * Requests a payment of withheld tax. Whether so much was withheld, and the money is there, counts once it is approved.
 * @throws AppError as `requestEntry`
 */
export function remitTax(caller: Caller, body: RemittanceRequest): Promise<RequestedEntry> {
  const { amount_minor, memo, paid_from } = body;
  return requestEntry(caller, {
    operation: ['POST sacco tax remittances'],
    body,
    entry: {
      kind: 'tax_remittance',
      source: paid_from === 'bank' ? 'bank' : null,
      member_id: null,
      amount_minor,
      memo,
    },
    summary: ({ currency, accounts }) =>
      `Tax of ${formatMoney(amount_minor, currency)} remitted${bankMoney.inSummary(accounts)}: ${memo}`,
  });
}
