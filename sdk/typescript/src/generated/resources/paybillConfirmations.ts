// Written by `npm run sdk` from docs/reference/openapi.json.
import type { Call } from '../../call.ts';
import type { Page, PageCall } from '../../page.ts';
import { Resource, type RequestOptions } from '../../resource.ts';
import type {
  PaybillConfirmation,
  PaybillConfirmationsListPage,
  PaybillConfirmationsListParams,
} from '../models.ts';

export class PaybillConfirmationsResource extends Resource {
  /**
   * What providers said of payments that payers sent without a prompt, newest first.
   *
   * `GET /api/v1/paybill-confirmations`
   */
  list(
    params?: PaybillConfirmationsListParams,
    options?: RequestOptions,
  ): PageCall<PaybillConfirmation, Page<PaybillConfirmation> & PaybillConfirmationsListPage> {
    return this._list<PaybillConfirmation, PaybillConfirmationsListPage>(
      'confirmations',
      { verb: 'GET', path: '/api/v1/paybill-confirmations' },
      [],
      params,
      options,
    );
  }

  /**
   * One confirmation.
   *
   * `GET /api/v1/paybill-confirmations/{paybill_confirmation}`
   */
  get(paybillConfirmation: string, options?: RequestOptions): Call<PaybillConfirmation> {
    return this._call<PaybillConfirmation>(
      { verb: 'GET', path: '/api/v1/paybill-confirmations/{paybill_confirmation}' },
      [paybillConfirmation],
      undefined,
      options,
    );
  }

  /**
   * Ask the provider about the transaction now, also where it was refused or given up.
   *
   * `POST /api/v1/paybill-confirmations/{paybill_confirmation}/sync`
   */
  sync(paybillConfirmation: string, options?: RequestOptions): Call<PaybillConfirmation> {
    return this._call<PaybillConfirmation>(
      { verb: 'POST', path: '/api/v1/paybill-confirmations/{paybill_confirmation}/sync' },
      [paybillConfirmation],
      undefined,
      options,
    );
  }
}
