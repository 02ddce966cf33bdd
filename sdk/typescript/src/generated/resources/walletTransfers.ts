// Written by `npm run sdk` from docs/reference/openapi.json.
import type { Call } from '../../call.ts';
import { Resource, type KeyOptions } from '../../resource.ts';
import type { Transfer, WalletTransfersCreateParams } from '../models.ts';

export class WalletTransfersResource extends Resource {
  /**
   * Move money from one customer's wallet into another's.
   *
   * `POST /api/v1/wallet-transfers`
   */
  create(params: WalletTransfersCreateParams, options?: KeyOptions): Call<Transfer> {
    return this._call<Transfer>(
      { verb: 'POST', path: '/api/v1/wallet-transfers', key: 'body', body: true },
      [],
      params,
      options,
    );
  }
}
