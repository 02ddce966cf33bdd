/** Lines of the general ledger as clients see them, and as CSV. */
import { mapEach } from '../../core/async-iterables.ts';
import { currencySchema, moneyFields } from '../../core/common-schemas.ts';
import { csvOf } from '../../core/csv.ts';
import { encodeId } from '../../core/ids.ts';
import { money } from '../../core/money.ts';
import { date, dateTime, resource, string, type Wire } from '../../core/schema.ts';
import { accountKindSchema, accounts, transferKindOf, transferKindSchema } from '../ledger/index.ts';
import type { LedgerLine } from './general-ledger.ts';

export const ledgerLineSchema = resource('LedgerLine', 'One side of a transfer. Every transfer has two', {
  transfer_id: string,
  date: date.describe("The cooperative's day"),
  at: dateTime,
  kind: transferKindSchema,
  reference: string,
  account_id: string,
  account_kind: accountKindSchema,
  owner: string.nullable().describe('Whose account it is: a member, loan, customer or subaccount'),
  ...moneyFields('debit', 'credit'),
  currency: currencySchema,
  memo: string.nullable(),
  owner_name: string.nullable().describe('Of a member'),
});

export function presentLedgerLine({
  transfer,
  date: local_date,
  side,
  account,
  owner_name,
}: LedgerLine): Wire<typeof ledgerLineSchema> {
  return {
    transfer_id: encodeId('transfer', transfer.id),
    date: local_date,
    at: transfer.created_at,
    kind: transferKindOf(transfer.code),
    reference: transfer.reference,
    account_id: encodeId('account', account.id),
    account_kind: account.kind,
    // A defined account is nobody's but the cooperative's.
    owner: accounts.isDefinedKind(account.kind) ? null : account.owner || null,
    ...money('debit', side === 'debit' ? transfer.amount : 0n),
    ...money('credit', side === 'credit' ? transfer.amount : 0n),
    currency: account.currency,
    memo: transfer.memo,
    owner_name,
  };
}

export function ledgerLinesCsv(lines: AsyncIterable<LedgerLine>): AsyncIterable<string> {
  return csvOf(ledgerLineSchema, mapEach(lines, presentLedgerLine));
}
