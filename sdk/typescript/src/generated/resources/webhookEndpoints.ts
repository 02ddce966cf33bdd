// Written by `npm run sdk` from docs/reference/openapi.json.
import type { Call } from '../../call.ts';
import type { Page, PageCall } from '../../page.ts';
import { Resource, type RequestOptions } from '../../resource.ts';
import type {
  PolledEvents,
  WebhookEndpoint,
  WebhookEndpointsCreateParams,
  WebhookEndpointsListEventsParams,
  WebhookEndpointsListParams,
} from '../models.ts';

export class WebhookEndpointsResource extends Resource {
  /**
   * Register an endpoint; its signing secret is shown this once. With `mode` `poll` nothing is sent: `GET …/events` answers the events. Such an endpoint is deleted when it has not been asked for 24 hours.
   *
   * `POST /api/v1/webhook-endpoints`
   */
  create(params?: WebhookEndpointsCreateParams, options?: RequestOptions): Call<WebhookEndpoint> {
    return this._call<WebhookEndpoint>(
      { verb: 'POST', path: '/api/v1/webhook-endpoints', body: true },
      [],
      params,
      options,
    );
  }

  /**
   * Endpoints, without their secrets.
   *
   * `GET /api/v1/webhook-endpoints`
   */
  list(
    params?: WebhookEndpointsListParams,
    options?: RequestOptions,
  ): PageCall<WebhookEndpoint, Page<WebhookEndpoint>> {
    return this._list<WebhookEndpoint>(
      'webhook_endpoints',
      { verb: 'GET', path: '/api/v1/webhook-endpoints' },
      [],
      params,
      options,
    );
  }

  /**
   * Events of an endpoint with mode poll, oldest first; waits for one where there is none. At most 100 events. Without `after` from the first one on; the same `after` answers the same events again. `nextAfter` is never null: it is where the next request goes on.
   *
   * `GET /api/v1/webhook-endpoints/{webhook_endpoint}/events`
   */
  listEvents(
    webhookEndpoint: string,
    params?: WebhookEndpointsListEventsParams,
    options?: RequestOptions,
  ): Call<PolledEvents> {
    return this._call<PolledEvents>(
      {
        verb: 'GET',
        path: '/api/v1/webhook-endpoints/{webhook_endpoint}/events',
        answered_maps: ['events.data'],
      },
      [webhookEndpoint],
      params,
      options,
    );
  }

  /**
   * Delete an endpoint; what is still to be delivered there is given up.
   *
   * `DELETE /api/v1/webhook-endpoints/{webhook_endpoint}`
   */
  delete(webhookEndpoint: string, options?: RequestOptions): Call<void> {
    return this._call<void>(
      { verb: 'DELETE', path: '/api/v1/webhook-endpoints/{webhook_endpoint}' },
      [webhookEndpoint],
      undefined,
      options,
    );
  }

  /**
   * A new signing secret; the old one signs along for 24 hours.
   *
   * `POST /api/v1/webhook-endpoints/{webhook_endpoint}/rotate-secret`
   */
  rotateSecret(webhookEndpoint: string, options?: RequestOptions): Call<WebhookEndpoint> {
    return this._call<WebhookEndpoint>(
      { verb: 'POST', path: '/api/v1/webhook-endpoints/{webhook_endpoint}/rotate-secret' },
      [webhookEndpoint],
      undefined,
      options,
    );
  }
}
