/** Ledger transfers as clients see them. */
import { currencySchema, movementMoneyFields } from '../../../core/common-schemas.ts';
import { encodeId } from '../../../core/ids.ts';
import { money, type Currency } from '../../../core/money.ts';
import {
  arrayOf,
  boolean,
  dateTime,
  namedChoice,
  oneOf,
  resource,
  string,
  type Wire,
} from '../../../core/schema.ts';
import type { BookedTransfer } from '../backend.port.ts';
import { TRANSFER_KINDS, transferKindOf, type TransferKind } from '../rules/kinds.rules.ts';

export const transferKindSchema = namedChoice(
  'TransferKind',
  'What a transfer was made for',
  Object.keys(TRANSFER_KINDS) as TransferKind[],
);

export const transferSchema = resource('Transfer', 'Money moved from one ledger account to another', {
  id: string,
  kind: transferKindSchema,
  phase: oneOf(['pending', 'post', 'void'])
    .nullable()
    .describe('`pending` holds, `post` captures, `void` releases; null for a plain transfer'),
  debit_account_id: string,
  credit_account_id: string,
  ...movementMoneyFields('amount'),
  currency: currencySchema,
  reference: string,
  memo: string.nullable(),
  hold_id: string.describe('Of a post or void: the hold that it ends').optional(),
  created_at: dateTime,
  replayed: boolean,
});

/** @param replayed whether it answers a request that came before */
export function presentTransfer(
  transfer: BookedTransfer,
  currency: Currency,
  replayed = false,
): Wire<typeof transferSchema> {
  return {
    id: encodeId('transfer', transfer.id),
    kind: transferKindOf(transfer.code),
    phase: transfer.phase,
    debit_account_id: encodeId('account', transfer.debit_account_id),
    credit_account_id: encodeId('account', transfer.credit_account_id),
    ...money('amount', transfer.amount),
    currency,
    reference: transfer.reference,
    memo: transfer.memo,
    ...(transfer.pending_id ? { hold_id: encodeId('hold', transfer.pending_id) } : {}),
    created_at: transfer.created_at,
    replayed,
  };
}

export const transferBatchSchema = resource(
  'TransferBatch',
  'Transfers that were made together, all or none',
  {
    transfers: arrayOf(transferSchema).describe('In the order of the request'),
    replayed: boolean,
  },
);

/** @param replayed whether it answers a request that came before */
export function presentTransferBatch(
  transfers: readonly { transfer: BookedTransfer; currency: Currency }[],
  replayed: boolean,
): Wire<typeof transferBatchSchema> {
  return {
    transfers: transfers.map(({ transfer, currency }) => presentTransfer(transfer, currency, replayed)),
    replayed,
  };
}
