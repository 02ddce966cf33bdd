// Written by `npm run sdk` from docs/reference/openapi.json.
import type { Call } from '../../call.ts';
import type { Page, PageCall } from '../../page.ts';
import { Resource, type KeyOptions, type RequestOptions } from '../../resource.ts';
import type {
  Payment,
  PaymentEvent,
  PaymentsCreateParams,
  PaymentsHome,
  PaymentsListEventsParams,
  PaymentsListPage,
  PaymentsListParams,
  PaymentsRefundsCreateParams,
  PaymentsRefundsListPage,
  PaymentsRefundsListParams,
  PaymentsUssdIntentParams,
  Refund,
  UssdIntent,
} from '../models.ts';

export class PaymentsRefundsResource extends Resource {
  /**
   * Refund all or part of a completed payment; the money is held immediately. Without an amount, the remaining amount of the payment is refunded.
   *
   * `POST /api/v1/payments/{payment}/refunds`
   */
  create(payment: string, params?: PaymentsRefundsCreateParams, options?: KeyOptions): Call<Refund> {
    return this._call<Refund>(
      { verb: 'POST', path: '/api/v1/payments/{payment}/refunds', key: 'body', body: true },
      [payment],
      params,
      options,
    );
  }

  /**
   * A payment's refunds, newest first.
   *
   * `GET /api/v1/payments/{payment}/refunds`
   */
  list(
    payment: string,
    params?: PaymentsRefundsListParams,
    options?: RequestOptions,
  ): PageCall<Refund, Page<Refund> & PaymentsRefundsListPage> {
    return this._list<Refund, PaymentsRefundsListPage>(
      'refunds',
      { verb: 'GET', path: '/api/v1/payments/{payment}/refunds' },
      [payment],
      params,
      options,
    );
  }
}

export class PaymentsResource extends Resource {
  readonly refunds: PaymentsRefundsResource = new PaymentsRefundsResource(this._transport);

  /**
   * Create a payment. The provider is asked to collect the money; `nextAction` says what the payer has to do. The outcome comes later: wait for a webhook, or get the payment again.
   *
   * `POST /api/v1/payments`
   */
  create(params: PaymentsCreateParams, options?: KeyOptions): Call<Payment> {
    return this._call<Payment>(
      {
        verb: 'POST',
        path: '/api/v1/payments',
        key: 'header',
        body: true,
        major: true,
        sent_maps: ['metadata'],
        answered_maps: ['metadata'],
      },
      [],
      params,
      options,
    );
  }

  /**
   * List payments, newest first.
   *
   * `GET /api/v1/payments`
   */
  list(
    params?: PaymentsListParams,
    options?: RequestOptions,
  ): PageCall<Payment, Page<Payment> & PaymentsListPage> {
    return this._list<Payment, PaymentsListPage>(
      'payments',
      { verb: 'GET', path: '/api/v1/payments', answered_maps: ['payments.metadata'] },
      [],
      params,
      options,
    );
  }

  /**
   * Payments of the last 24 hours by provider, and what waits or has failed. The success rate and how long completed payments took; postings and webhooks of this project that wait, are tried again or have failed; blocked top-ups.
   *
   * `GET /api/v1/payments/home`
   */
  home(options?: RequestOptions): Call<PaymentsHome> {
    return this._call<PaymentsHome>({ verb: 'GET', path: '/api/v1/payments/home' }, [], undefined, options);
  }

  /**
   * One payment.
   *
   * `GET /api/v1/payments/{payment}`
   */
  get(payment: string, options?: RequestOptions): Call<Payment> {
    return this._call<Payment>(
      { verb: 'GET', path: '/api/v1/payments/{payment}', answered_maps: ['metadata'] },
      [payment],
      undefined,
      options,
    );
  }

  /**
   * A payment's timeline, newest first.
   *
   * `GET /api/v1/payments/{payment}/events`
   */
  listEvents(
    payment: string,
    params?: PaymentsListEventsParams,
    options?: RequestOptions,
  ): PageCall<PaymentEvent, Page<PaymentEvent>> {
    return this._list<PaymentEvent>(
      'events',
      { verb: 'GET', path: '/api/v1/payments/{payment}/events', answered_maps: ['events.details'] },
      [payment],
      params,
      options,
    );
  }

  /**
   * Cancel a payment that is initiated or pending.
   *
   * `POST /api/v1/payments/{payment}/cancel`
   */
  cancel(payment: string, options?: RequestOptions): Call<Payment> {
    return this._call<Payment>(
      { verb: 'POST', path: '/api/v1/payments/{payment}/cancel', answered_maps: ['metadata'] },
      [payment],
      undefined,
      options,
    );
  }

  /**
   * Query the provider now for the status of a payment.
   *
   * `POST /api/v1/payments/{payment}/sync`
   */
  sync(payment: string, options?: RequestOptions): Call<Payment> {
    return this._call<Payment>(
      { verb: 'POST', path: '/api/v1/payments/{payment}/sync', answered_maps: ['metadata'] },
      [payment],
      undefined,
      options,
    );
  }

  /**
   * The codes that a payer dials to pay without internet; creates nothing.
   *
   * `POST /api/v1/payments/ussd-intent`
   */
  ussdIntent(params: PaymentsUssdIntentParams, options?: RequestOptions): Call<UssdIntent> {
    return this._call<UssdIntent>(
      { verb: 'POST', path: '/api/v1/payments/ussd-intent', body: true, major: true },
      [],
      params,
      options,
    );
  }
}
