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
   * Register an endpoint; its signing secret is shown only once. With `mode` `poll` nothing is sent: `GET …/events` returns the events. Such an endpoint is deleted if it is not polled for 24 hours. Staff need a second factor if the project requires one.
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
   * Events of an endpoint with mode `poll`, oldest first; waits if there are none. At most 100 events. Without `after` the list begins with the first event; the same `after` returns the same events again. `nextAfter` is never null: send it as `after` of the next request.
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
   * Delete an endpoint; its pending deliveries are abandoned. Staff need a second factor if the project requires one.
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
   * Rotate the signing secret; requests are also signed with the old one for 24 hours. Staff need a second factor if the project requires one.
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
