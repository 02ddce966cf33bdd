// Written by `npm run sdk` from docs/reference/openapi.json.
import type { Call } from '../../call.ts';
import type { Page, PageCall } from '../../page.ts';
import { Resource, type RequestOptions } from '../../resource.ts';
import type {
  WebhookDeliveriesListPage,
  WebhookDeliveriesListParams,
  WebhookDelivery,
  WebhookDeliveryDetails,
} from '../models.ts';

export class WebhookDeliveriesResource extends Resource {
  /**
   * Deliveries and their attempts, newest first.
   *
   * `GET /api/v1/webhook-deliveries`
   */
  list(
    params?: WebhookDeliveriesListParams,
    options?: RequestOptions,
  ): PageCall<WebhookDelivery, Page<WebhookDelivery> & WebhookDeliveriesListPage> {
    return this._list<WebhookDelivery, WebhookDeliveriesListPage>(
      'webhook_deliveries',
      { verb: 'GET', path: '/api/v1/webhook-deliveries' },
      [],
      params,
      options,
    );
  }

  /**
   * One delivery, with its payload.
   *
   * `GET /api/v1/webhook-deliveries/{webhook_delivery}`
   */
  get(webhookDelivery: string, options?: RequestOptions): Call<WebhookDeliveryDetails> {
    return this._call<WebhookDeliveryDetails>(
      { verb: 'GET', path: '/api/v1/webhook-deliveries/{webhook_delivery}', answered_maps: ['payload.data'] },
      [webhookDelivery],
      undefined,
      options,
    );
  }

  /**
   * Send an event again, with the same webhook-id.
   *
   * `POST /api/v1/webhook-deliveries/{webhook_delivery}/redeliver`
   */
  redeliver(webhookDelivery: string, options?: RequestOptions): Call<WebhookDelivery> {
    return this._call<WebhookDelivery>(
      { verb: 'POST', path: '/api/v1/webhook-deliveries/{webhook_delivery}/redeliver' },
      [webhookDelivery],
      undefined,
      options,
    );
  }
}
