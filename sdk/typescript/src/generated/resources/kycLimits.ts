// Written by `npm run sdk` from docs/reference/openapi.json.
import type { Call } from '../../call.ts';
import type { Page, PageCall } from '../../page.ts';
import { Resource, type RequestOptions } from '../../resource.ts';
import type { KycLimit, KycLimitsListParams, KycLimitsPutParams } from '../models.ts';

export class KycLimitsResource extends Resource {
  /**
   * Replace the limits of a tier in a currency; a limit that is omitted or null does not apply. With strict approvals the change waits for a second person.
   *
   * `PUT /api/v1/kyc/limits`
   */
  put(params: KycLimitsPutParams, options?: RequestOptions): Call<KycLimit> {
    return this._call<KycLimit>({ verb: 'PUT', path: '/api/v1/kyc/limits', body: true }, [], params, options);
  }

  /**
   * The configured limits, by tier and currency.
   *
   * `GET /api/v1/kyc/limits`
   */
  list(params?: KycLimitsListParams, options?: RequestOptions): PageCall<KycLimit, Page<KycLimit>> {
    return this._list<KycLimit>('limits', { verb: 'GET', path: '/api/v1/kyc/limits' }, [], params, options);
  }
}
