/** The products of the cooperative. */
import { useRead } from '../../api/reads.ts';
import type { LoanProduct } from '../../generated/wire.ts';

/** More than a cooperative defines. */
const MOST = 1_000;

/** @returns undefined until they are known */
export function useLoanProducts(status?: 'active'): LoanProduct[] | undefined {
  return useRead('sacco.loanProducts.list', { status, limit: MOST }).data?.loan_products;
}
