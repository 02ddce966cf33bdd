/** Every check of every room: what `npm run verify` goes through. */
import { auditChecks } from '../domain/platform/audit.ts';
import { customerChecks } from '../domain/customers/index.ts';
import { ledgerChecks } from '../domain/ledger/index.ts';
import { paymentChecks } from '../domain/payments/index.ts';
import { saccoChecks } from '../domain/sacco/index.ts';
import { walletChecks } from '../domain/wallets/index.ts';
import type { Check } from '../domain/platform/invariants.ts';

export const CHECKS: Check[] = [
  ...ledgerChecks,
  ...paymentChecks,
  ...customerChecks,
  ...walletChecks,
  ...saccoChecks,
  ...auditChecks,
];
