// Written by `npm run sdk` from docs/reference/openapi.json.
import { AccountingResource } from './resources/accounting.ts';
import { SandboxResource } from './resources/sandbox.ts';
import { PaybillConfirmationsResource } from './resources/paybillConfirmations.ts';
import { PaymentsResource } from './resources/payments.ts';
import { PaymentLinksResource } from './resources/paymentLinks.ts';
import { RefundsResource } from './resources/refunds.ts';
import { PayoutsResource } from './resources/payouts.ts';
import { CustomersResource } from './resources/customers.ts';
import { FilesResource } from './resources/files.ts';
import { KycLimitsResource } from './resources/kycLimits.ts';
import { LedgerResource } from './resources/ledger.ts';
import { WalletTransfersResource } from './resources/walletTransfers.ts';
import { WalletTopupsResource } from './resources/walletTopups.ts';
import { SaccoResource } from './resources/sacco.ts';
import { NotificationsResource } from './resources/notifications.ts';
import { ApprovalsResource } from './resources/approvals.ts';
import { ReconciliationResource } from './resources/reconciliation.ts';
import { WebhookEndpointsResource } from './resources/webhookEndpoints.ts';
import { WebhookDeliveriesResource } from './resources/webhookDeliveries.ts';
import { Resource } from '../resource.ts';

export class GeneratedResources extends Resource {
  readonly accounting: AccountingResource = new AccountingResource(this._transport);
  readonly sandbox: SandboxResource = new SandboxResource(this._transport);
  readonly paybillConfirmations: PaybillConfirmationsResource = new PaybillConfirmationsResource(
    this._transport,
  );
  readonly payments: PaymentsResource = new PaymentsResource(this._transport);
  readonly paymentLinks: PaymentLinksResource = new PaymentLinksResource(this._transport);
  readonly refunds: RefundsResource = new RefundsResource(this._transport);
  readonly payouts: PayoutsResource = new PayoutsResource(this._transport);
  readonly customers: CustomersResource = new CustomersResource(this._transport);
  readonly files: FilesResource = new FilesResource(this._transport);
  readonly kycLimits: KycLimitsResource = new KycLimitsResource(this._transport);
  readonly ledger: LedgerResource = new LedgerResource(this._transport);
  readonly walletTransfers: WalletTransfersResource = new WalletTransfersResource(this._transport);
  readonly walletTopups: WalletTopupsResource = new WalletTopupsResource(this._transport);
  readonly sacco: SaccoResource = new SaccoResource(this._transport);
  readonly notifications: NotificationsResource = new NotificationsResource(this._transport);
  readonly approvals: ApprovalsResource = new ApprovalsResource(this._transport);
  readonly reconciliation: ReconciliationResource = new ReconciliationResource(this._transport);
  readonly webhookEndpoints: WebhookEndpointsResource = new WebhookEndpointsResource(this._transport);
  readonly webhookDeliveries: WebhookDeliveriesResource = new WebhookDeliveriesResource(this._transport);
}
