/** Changes a customer's KYC status and tier. */
import { expectOne } from '../../../db/rows.ts';
import type { ScopedUnit } from '../../platform/unit.ts';
import { Customer, type CustomerRow } from '../customer.model.ts';
import type { Kyc } from './kyc.rules.ts';

/** Writes nothing when both stay the same. @param customer locked by the caller */
export async function setKyc(
  { trx, scope }: ScopedUnit,
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
