/** The batch that books a completed payment. Pure. */
import { decodeId, derivedUuid } from '../../../core/ids.ts';
import { TRANSFER_KINDS, type Transfer } from '../../ledger/index.ts';
import type { Split } from '../payment.rules.ts';

/** The vendor's share in minor units, rounded down; the merchant keeps the remainder. */
export function vendorShare(amount_minor: bigint, split: Split): bigint {
  return (amount_minor * BigInt(split.share_bps)) / 10_000n;
}

export interface SettlementTerms {
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
export function settlementChain(settlement: SettlementTerms): Transfer[] {
  const { amount_minor, split, provider_clearing_id, merchant_available_id, subaccount_id } = settlement;
  const chain = [
    settlementTransfer(settlement, 'settlement', {
      debit_account_id: provider_clearing_id,
      credit_account_id: merchant_available_id,
      amount: amount_minor,
    }),
  ];
  const share = split ? vendorShare(amount_minor, split) : 0n;
  if (share > 0n && subaccount_id) {
    chain.push(
      settlementTransfer(settlement, 'split', {
        debit_account_id: merchant_available_id,
        credit_account_id: subaccount_id,
        amount: share,
      }),
    );
  }
  return chain;
}

const CODES = { settlement: TRANSFER_KINDS.payment_settlement, split: TRANSFER_KINDS.split };

/** Each property is named: a spread of another object takes ten times as long, for each posting. */
function settlementTransfer(
  { payment_id, generation }: SettlementTerms,
  part: keyof typeof CODES,
  moved: Pick<Transfer, 'debit_account_id' | 'credit_account_id' | 'amount'>,
): Transfer {
  return {
    id: derivedUuid(decodeId(payment_id), part, String(generation)),
    debit_account_id: moved.debit_account_id,
    credit_account_id: moved.credit_account_id,
    amount: moved.amount,
    code: CODES[part],
    phase: null,
    pending_id: null,
    timeout_s: 0,
    reference: payment_id,
    memo: null,
  };
}
