/** The batch that books a completed payment. Pure. */
import { decodeId, derivedUuid } from '../../../core/ids.ts';
import { TRANSFER_KINDS, type Transfer } from '../../ledger/index.ts';
import type { Split } from '../payment.rules.ts';

/** The vendor's share in minor units, rounded down; the merchant keeps the remainder. */
export function vendorShare(amount_minor: bigint, split: Split): bigint {
  return (amount_minor * BigInt(split.share_bps)) / 10_000n;
}

export interface Settlement {
  payment_id: string;
  /** Which manual retry this is; refused ids are spent, so each has ids of its own. */
  generation: number;
  amount_minor: bigint;
  split: Split | null;
  provider_clearing_id: string;
  merchant_available_id: string;
  /** Account of the split's vendor. */
  subaccount_id: string | null;
}

/** One atomic batch: the whole amount to the merchant, then the vendor's share from the merchant to the vendor. */
export function settlementChain(settlement: Settlement): Transfer[] {
  const { payment_id, generation, amount_minor, split } = settlement;
  const base = { phase: null, pending_id: null, timeout_s: 0, reference: payment_id, memo: null };
  const chain: Transfer[] = [
    {
      ...base,
      id: derivedUuid(decodeId(payment_id), 'settlement', String(generation)),
      debit_account_id: settlement.provider_clearing_id,
      credit_account_id: settlement.merchant_available_id,
      amount: amount_minor,
      code: TRANSFER_KINDS.payment_settlement,
    },
  ];
  const share = split ? vendorShare(amount_minor, split) : 0n;
  if (share > 0n && settlement.subaccount_id) {
    chain.push({
      ...base,
      id: derivedUuid(decodeId(payment_id), 'split', String(generation)),
      debit_account_id: settlement.merchant_available_id,
      credit_account_id: settlement.subaccount_id,
      amount: share,
      code: TRANSFER_KINDS.split,
    });
  }
  return chain;
}
