// Written by `npm run sdk` from docs/reference/openapi.json.
import type { Call } from '../../call.ts';
import { Resource, type RequestOptions } from '../../resource.ts';
import type { Refund, RefundsMarkParams } from '../models.ts';

export class RefundsResource extends Resource {
  /**
   * One refund.
   *
   * `GET /api/v1/refunds/{refund}`
   */
  get(refund: string, options?: RequestOptions): Call<Refund> {
    return this._call<Refund>(
      { verb: 'GET', path: '/api/v1/refunds/{refund}' },
      [refund],
      undefined,
      options,
    );
  }

  /**
   * Record the outcome of a refund that the provider cannot make or never answers.
   *
   * `POST /api/v1/refunds/{refund}/mark`
   */
  mark(refund: string, params: RefundsMarkParams, options?: RequestOptions): Call<Refund> {
    return this._call<Refund>(
      { verb: 'POST', path: '/api/v1/refunds/{refund}/mark', body: true },
      [refund],
      params,
      options,
    );
  }
}
