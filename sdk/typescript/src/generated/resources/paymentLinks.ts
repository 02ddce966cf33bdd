// Written by `npm run sdk` from docs/reference/openapi.json.
import type { Call } from '../../call.ts';
import type { Page, PageCall } from '../../page.ts';
import { Resource, type RequestOptions } from '../../resource.ts';
import type {
  PaymentLink,
  PaymentLinksCreateParams,
  PaymentLinksListPage,
  PaymentLinksListParams,
} from '../models.ts';

export class PaymentLinksResource extends Resource {
  /**
   * Create a link to a checkout page.
   *
   * `POST /api/v1/payment-links`
   */
  create(params: PaymentLinksCreateParams, options?: RequestOptions): Call<PaymentLink> {
    return this._call<PaymentLink>(
      { verb: 'POST', path: '/api/v1/payment-links', body: true, major: true },
      [],
      params,
      options,
    );
  }

  /**
   * List payment links, newest first.
   *
   * `GET /api/v1/payment-links`
   */
  list(
    params?: PaymentLinksListParams,
    options?: RequestOptions,
  ): PageCall<PaymentLink, Page<PaymentLink> & PaymentLinksListPage> {
    return this._list<PaymentLink, PaymentLinksListPage>(
      'payment_links',
      { verb: 'GET', path: '/api/v1/payment-links' },
      [],
      params,
      options,
    );
  }

  /**
   * One payment link.
   *
   * `GET /api/v1/payment-links/{payment_link}`
   */
  get(paymentLink: string, options?: RequestOptions): Call<PaymentLink> {
    return this._call<PaymentLink>(
      { verb: 'GET', path: '/api/v1/payment-links/{payment_link}' },
      [paymentLink],
      undefined,
      options,
    );
  }

  /**
   * Disable a link: it accepts no more payments.
   *
   * `POST /api/v1/payment-links/{payment_link}/disable`
   */
  disable(paymentLink: string, options?: RequestOptions): Call<PaymentLink> {
    return this._call<PaymentLink>(
      { verb: 'POST', path: '/api/v1/payment-links/{payment_link}/disable' },
      [paymentLink],
      undefined,
      options,
    );
  }
}
