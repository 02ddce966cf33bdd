/** Every check of every room: what `npm run verify` goes through. */
import { auditChecks } from './audit.ts';
import { customerChecks } from './customers/index.ts';
import { ledgerChecks } from './ledger/index.ts';
import { paymentChecks } from './payments/index.ts';
import { saccoChecks } from './sacco/index.ts';
import { walletChecks } from './wallets/index.ts';
import type { Check } from './verification.ts';

export const CHECKS: Check[] = [
  ...ledgerChecks,
  ...paymentChecks,
  ...customerChecks,
  ...walletChecks,
  ...saccoChecks,
  ...auditChecks,
];
