// Written by `npm run sdk` from docs/reference/openapi.json.
import type { Call } from '../../call.ts';
import type { Page, PageCall } from '../../page.ts';
import { Resource, type KeyOptions, type RequestOptions } from '../../resource.ts';
import type {
  Payout,
  PayoutEvent,
  PayoutsCreateParams,
  PayoutsListEventsParams,
  PayoutsListPage,
  PayoutsListParams,
} from '../models.ts';

export class PayoutsResource extends Resource {
  /**
   * Send money to a phone or a bank account. The money is held in the merchant's balance at once, and sent by a worker. The outcome comes later: wait for a webhook, or get the payout again. An API key needs the scope `payouts`, also one without scopes.
   *
   * `POST /api/v1/payouts`
   */
  create(params: PayoutsCreateParams, options?: KeyOptions): Call<Payout> {
    return this._call<Payout>(
      { verb: 'POST', path: '/api/v1/payouts', key: 'body', body: true },
      [],
      params,
      options,
    );
  }

  /**
   * List payouts, newest first.
   *
   * `GET /api/v1/payouts`
   */
  list(
    params?: PayoutsListParams,
    options?: RequestOptions,
  ): PageCall<Payout, Page<Payout> & PayoutsListPage> {
    return this._list<Payout, PayoutsListPage>(
      'payouts',
      { verb: 'GET', path: '/api/v1/payouts' },
      [],
      params,
      options,
    );
  }

  /**
   * One payout.
   *
   * `GET /api/v1/payouts/{payout}`
   */
  get(payout: string, options?: RequestOptions): Call<Payout> {
    return this._call<Payout>(
      { verb: 'GET', path: '/api/v1/payouts/{payout}' },
      [payout],
      undefined,
      options,
    );
  }

  /**
   * A payout's timeline, newest first.
   *
   * `GET /api/v1/payouts/{payout}/events`
   */
  listEvents(
    payout: string,
    params?: PayoutsListEventsParams,
    options?: RequestOptions,
  ): PageCall<PayoutEvent, Page<PayoutEvent>> {
    return this._list<PayoutEvent>(
      'events',
      { verb: 'GET', path: '/api/v1/payouts/{payout}/events', answered_maps: ['events.details'] },
      [payout],
      params,
      options,
    );
  }

  /**
   * Query the provider now for the status of a payout. A payout that is still held is sent, if payouts are enabled; of one that was sent the provider is asked. While another process does so, the answer is the payout as it is.
   *
   * `POST /api/v1/payouts/{payout}/sync`
   */
  sync(payout: string, options?: RequestOptions): Call<Payout> {
    return this._call<Payout>(
      { verb: 'POST', path: '/api/v1/payouts/{payout}/sync' },
      [payout],
      undefined,
      options,
    );
  }

  /**
   * Cancel a payout before it is sent. One that waits for a second person is cancelled by whoever requested it, by an admin or by the owner; what a movement of a cooperative sends by an admin or the owner.
   *
   * `POST /api/v1/payouts/{payout}/cancel`
   */
  cancel(payout: string, options?: RequestOptions): Call<Payout> {
    return this._call<Payout>(
      { verb: 'POST', path: '/api/v1/payouts/{payout}/cancel' },
      [payout],
      undefined,
      options,
    );
  }
}
