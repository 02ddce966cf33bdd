/** All flows, by the project that they run in. */
import type { Cooperative } from '../cooperative.ts';
import type { Merchant } from '../merchant.ts';
import { ACCOUNT_FLOWS } from './accounts.ts';
import { BATCH_FLOWS } from './batches.ts';
import { CONSENT_FLOWS } from './consents.ts';
import { CUSTOMER_FLOWS } from './customers.ts';
import type { Flow } from './flow.ts';
import { LEDGER_FLOWS } from './ledger.ts';
import { LOAN_FLOWS } from './loans.ts';
import { PAYBILL_FLOWS } from './paybills.ts';
import { PAYMENT_FLOWS } from './payments.ts';
import { PAYOUT_FLOWS } from './payouts.ts';
import { SAVINGS_FLOWS } from './savings.ts';
import { SENDING_FLOWS } from './sendings.ts';
import { STATEMENT_FLOWS } from './statements.ts';

export const MERCHANT_FLOWS: Flow<Merchant>[] = [
  ...PAYMENT_FLOWS,
  ...PAYOUT_FLOWS,
  ...LEDGER_FLOWS,
  ...CUSTOMER_FLOWS,
  ...STATEMENT_FLOWS,
];

export const SACCO_FLOWS: Flow<Cooperative>[] = [
  ...SAVINGS_FLOWS,
  ...ACCOUNT_FLOWS,
  ...LOAN_FLOWS,
  ...CONSENT_FLOWS,
  ...PAYBILL_FLOWS,
  ...SENDING_FLOWS,
  ...BATCH_FLOWS,
];
