/** Every route. Where two match, the first wins. */
import type { Route } from './http/route.ts';
import { approvalRoutes } from './resources/approvals.ts';
import { authRoutes } from './resources/auth.ts';
import { customerRoutes } from './resources/customers.ts';
import { kycRoutes } from './resources/kyc.ts';
import { ledgerRoutes } from './resources/ledger.ts';
import { paymentLinkRoutes } from './resources/payment-links.ts';
import { paymentRoutes } from './resources/payments.ts';
import { refundRoutes } from './resources/refunds.ts';
import { projectRoutes } from './resources/projects.ts';
import { providerRoutes } from './resources/providers.ts';
import { walletRoutes } from './resources/wallets.ts';
import { saccoRoutes } from './resources/sacco.ts';
import { entryRoutes } from './resources/sacco-entries.ts';
import { memberRoutes } from './resources/sacco-members.ts';
import { webhookRoutes } from './resources/webhooks.ts';

export const ROUTES: Route[] = [
  ...authRoutes,
  ...projectRoutes,
  ...providerRoutes,
  ...paymentRoutes,
  ...paymentLinkRoutes,
  ...refundRoutes,
  ...kycRoutes,
  ...customerRoutes,
  ...ledgerRoutes,
  ...walletRoutes,
  ...saccoRoutes,
  ...memberRoutes,
  ...entryRoutes,
  ...approvalRoutes,
  ...webhookRoutes,
];
