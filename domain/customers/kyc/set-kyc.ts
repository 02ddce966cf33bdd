/** Writes what became of a customer's KYC. */
import type { Scope } from '../../../core/scope.ts';
import type { Transaction } from '../../../db/connection.ts';
import { expectOne } from '../../../db/rows.ts';
import { Customer, type CustomerRow } from '../customer.model.ts';
import type { Kyc } from './kyc.rules.ts';

/** What stays as it is is not written. @param customer locked by the caller */
export async function setKyc(
  trx: Transaction,
  scope: Scope,
  customer: CustomerRow,
  { kyc_status, kyc_tier }: Kyc,
): Promise<CustomerRow> {
  if (kyc_status === customer.kyc_status && kyc_tier === customer.kyc_tier) return customer;
  return expectOne(
    await Customer.query(trx)
      .inScope(scope)
      .where({ id: customer.id })
      .patch({ kyc_status, kyc_tier, updated_at: scope.clock.now() })
      .returning('*'),
  );
}
