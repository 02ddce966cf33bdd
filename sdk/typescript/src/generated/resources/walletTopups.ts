// Written by `npm run sdk` from docs/reference/openapi.json.
import type { Call } from '../../call.ts';
import type { Page, PageCall } from '../../page.ts';
import { Resource, type RequestOptions } from '../../resource.ts';
import type { Topup, WalletTopupsListPage, WalletTopupsListParams } from '../models.ts';

export class WalletTopupsResource extends Resource {
  /**
   * Top-ups, newest payment first.
   *
   * `GET /api/v1/wallet-topups`
   */
  list(
    params?: WalletTopupsListParams,
    options?: RequestOptions,
  ): PageCall<Topup, Page<Topup> & WalletTopupsListPage> {
    return this._list<Topup, WalletTopupsListPage>(
      'topups',
      { verb: 'GET', path: '/api/v1/wallet-topups' },
      [],
      params,
      options,
    );
  }

  /**
   * The top-up of one payment.
   *
   * `GET /api/v1/wallet-topups/{payment}`
   */
  get(payment: string, options?: RequestOptions): Call<Topup> {
    return this._call<Topup>(
      { verb: 'GET', path: '/api/v1/wallet-topups/{payment}' },
      [payment],
      undefined,
      options,
    );
  }

  /**
   * Retry a blocked top-up.
   *
   * `POST /api/v1/wallet-topups/{payment}/retry`
   */
  retry(payment: string, options?: RequestOptions): Call<Topup> {
    return this._call<Topup>(
      { verb: 'POST', path: '/api/v1/wallet-topups/{payment}/retry' },
      [payment],
      undefined,
      options,
    );
  }

  /**
   * Reverse a credited top-up, so that its payment can be refunded.
   *
   * `POST /api/v1/wallet-topups/{payment}/reverse`
   */
  reverse(payment: string, options?: RequestOptions): Call<Topup> {
    return this._call<Topup>(
      { verb: 'POST', path: '/api/v1/wallet-topups/{payment}/reverse' },
      [payment],
      undefined,
      options,
    );
  }
}
