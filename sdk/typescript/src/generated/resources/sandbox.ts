// Written by `npm run sdk` from docs/reference/openapi.json.
import type { Call } from '../../call.ts';
import type { Page, PageCall } from '../../page.ts';
import { Resource, type RequestOptions } from '../../resource.ts';
import type {
  Notification,
  PaybillConfirmation,
  SandboxOutboxPage,
  SandboxOutboxParams,
  SandboxPaybillParams,
} from '../models.ts';

export class SandboxResource extends Resource {
  /**
   * Send money to the sandbox as a payer would, without a prompt; only in the test environment. One transaction id is one payment, however often it is sent: a repeat with another body is answered with the earlier one. The last three digits of the phone choose what the sandbox then says of it: 129 nothing yet, 453 nothing for 30 s, 029 that it does not know the transaction, 048 that it was not paid; others that it was.
   *
   * `POST /api/v1/sandbox/paybill`
   */
  paybill(params: SandboxPaybillParams, options?: RequestOptions): Call<PaybillConfirmation> {
    return this._call<PaybillConfirmation>(
      { verb: 'POST', path: '/api/v1/sandbox/paybill', body: true, major: true },
      [],
      params,
      options,
    );
  }

  /**
   * What the sandbox has sent, newest first, secrets included; only in the test environment.
   *
   * `GET /api/v1/sandbox/outbox`
   */
  outbox(
    params?: SandboxOutboxParams,
    options?: RequestOptions,
  ): PageCall<Notification, Page<Notification> & SandboxOutboxPage> {
    return this._list<Notification, SandboxOutboxPage>(
      'notifications',
      { verb: 'GET', path: '/api/v1/sandbox/outbox' },
      [],
      params,
      options,
    );
  }
}
