// Written by `npm run sdk` from docs/reference/openapi.json.
import type { Call } from '../../call.ts';
import type { Page, PageCall } from '../../page.ts';
import { Resource, type RequestOptions, type KeyOptions } from '../../resource.ts';
import type {
  Account,
  AccountBalance,
  Hold,
  LedgerAccountsBalanceParams,
  LedgerAccountsListPage,
  LedgerAccountsListParams,
  LedgerAccountsListTransfersParams,
  LedgerAccountsOpenParams,
  LedgerHoldsCaptureParams,
  LedgerHoldsCreateParams,
  LedgerHoldsListPage,
  LedgerHoldsListParams,
  LedgerPostingsListPage,
  LedgerPostingsListParams,
  LedgerReportParams,
  LedgerTransfersCreateBatchParams,
  LedgerTransfersCreateParams,
  Posting,
  Report,
  Transfer,
  TransferBatch,
} from '../models.ts';

export class LedgerAccountsResource extends Resource {
  /**
   * Accounts of the generic kinds, or of one kind.
   *
   * `GET /api/v1/ledger/accounts`
   */
  list(
    params?: LedgerAccountsListParams,
    options?: RequestOptions,
  ): PageCall<Account, Page<Account> & LedgerAccountsListPage> {
    return this._list<Account, LedgerAccountsListPage>(
      'accounts',
      { verb: 'GET', path: '/api/v1/ledger/accounts' },
      [],
      params,
      options,
    );
  }

  /**
   * Open an account, or return it if it is already open.
   *
   * `POST /api/v1/ledger/accounts`
   */
  open(params: LedgerAccountsOpenParams, options?: RequestOptions): Call<Account> {
    return this._call<Account>(
      { verb: 'POST', path: '/api/v1/ledger/accounts', body: true },
      [],
      params,
      options,
    );
  }

  /**
   * One account, of any kind.
   *
   * `GET /api/v1/ledger/accounts/{account}`
   */
  get(account: string, options?: RequestOptions): Call<Account> {
    return this._call<Account>(
      { verb: 'GET', path: '/api/v1/ledger/accounts/{account}' },
      [account],
      undefined,
      options,
    );
  }

  /**
   * An account's transfers, newest first.
   *
   * `GET /api/v1/ledger/accounts/{account}/transfers`
   */
  listTransfers(
    account: string,
    params?: LedgerAccountsListTransfersParams,
    options?: RequestOptions,
  ): PageCall<Transfer, Page<Transfer>> {
    return this._list<Transfer>(
      'transfers',
      { verb: 'GET', path: '/api/v1/ledger/accounts/{account}/transfers' },
      [account],
      params,
      options,
    );
  }

  /**
   * An account's balance at a past moment.
   *
   * `GET /api/v1/ledger/accounts/{account}/balance`
   */
  balance(
    account: string,
    params: LedgerAccountsBalanceParams,
    options?: RequestOptions,
  ): Call<AccountBalance> {
    return this._call<AccountBalance>(
      { verb: 'GET', path: '/api/v1/ledger/accounts/{account}/balance' },
      [account],
      params,
      options,
    );
  }
}

export class LedgerTransfersResource extends Resource {
  /**
   * Move money between generic accounts.
   *
   * `POST /api/v1/ledger/transfers`
   */
  create(params: LedgerTransfersCreateParams, options?: KeyOptions): Call<Transfer> {
    return this._call<Transfer>(
      { verb: 'POST', path: '/api/v1/ledger/transfers', key: 'body', body: true },
      [],
      params,
      options,
    );
  }

  /**
   * Book up to 1,000 transfers between generic accounts, all or none.
   *
   * `POST /api/v1/ledger/transfer-batches`
   */
  createBatch(params: LedgerTransfersCreateBatchParams, options?: KeyOptions): Call<TransferBatch> {
    return this._call<TransferBatch>(
      { verb: 'POST', path: '/api/v1/ledger/transfer-batches', key: 'body', body: true },
      [],
      params,
      options,
    );
  }
}

export class LedgerHoldsResource extends Resource {
  /**
   * Hold money until it is captured, voided or expired.
   *
   * `POST /api/v1/ledger/holds`
   */
  create(params: LedgerHoldsCreateParams, options?: KeyOptions): Call<Hold> {
    return this._call<Hold>(
      { verb: 'POST', path: '/api/v1/ledger/holds', key: 'body', body: true },
      [],
      params,
      options,
    );
  }

  /**
   * Holds, newest first.
   *
   * `GET /api/v1/ledger/holds`
   */
  list(
    params?: LedgerHoldsListParams,
    options?: RequestOptions,
  ): PageCall<Hold, Page<Hold> & LedgerHoldsListPage> {
    return this._list<Hold, LedgerHoldsListPage>(
      'holds',
      { verb: 'GET', path: '/api/v1/ledger/holds' },
      [],
      params,
      options,
    );
  }

  /**
   * One hold.
   *
   * `GET /api/v1/ledger/holds/{hold}`
   */
  get(hold: string, options?: RequestOptions): Call<Hold> {
    return this._call<Hold>({ verb: 'GET', path: '/api/v1/ledger/holds/{hold}' }, [hold], undefined, options);
  }

  /**
   * Capture all or part of a hold; the remainder is released.
   *
   * `POST /api/v1/ledger/holds/{hold}/capture`
   */
  capture(hold: string, params?: LedgerHoldsCaptureParams, options?: RequestOptions): Call<Hold> {
    return this._call<Hold>(
      { verb: 'POST', path: '/api/v1/ledger/holds/{hold}/capture', body: true },
      [hold],
      params,
      options,
    );
  }

  /**
   * Release a hold.
   *
   * `POST /api/v1/ledger/holds/{hold}/void`
   */
  void(hold: string, options?: RequestOptions): Call<Hold> {
    return this._call<Hold>(
      { verb: 'POST', path: '/api/v1/ledger/holds/{hold}/void' },
      [hold],
      undefined,
      options,
    );
  }
}

export class LedgerPostingsResource extends Resource {
  /**
   * Postings of completed payments, newest payment first.
   *
   * `GET /api/v1/ledger/postings`
   */
  list(
    params?: LedgerPostingsListParams,
    options?: RequestOptions,
  ): PageCall<Posting, Page<Posting> & LedgerPostingsListPage> {
    return this._list<Posting, LedgerPostingsListPage>(
      'postings',
      { verb: 'GET', path: '/api/v1/ledger/postings' },
      [],
      params,
      options,
    );
  }

  /**
   * Retry a failed posting.
   *
   * `POST /api/v1/ledger/postings/{payment}/retry`
   */
  retry(payment: string, options?: RequestOptions): Call<Posting> {
    return this._call<Posting>(
      { verb: 'POST', path: '/api/v1/ledger/postings/{payment}/retry' },
      [payment],
      undefined,
      options,
    );
  }
}

export class LedgerResource extends Resource {
  readonly accounts: LedgerAccountsResource = new LedgerAccountsResource(this._transport);
  readonly transfers: LedgerTransfersResource = new LedgerTransfersResource(this._transport);
  readonly holds: LedgerHoldsResource = new LedgerHoldsResource(this._transport);
  readonly postings: LedgerPostingsResource = new LedgerPostingsResource(this._transport);

  /**
   * Collected, refunded and retained amounts per currency; at most 366 days, UTC, inclusive.
   *
   * `GET /api/v1/ledger/report`
   */
  report(params: LedgerReportParams, options?: RequestOptions): Call<Report> {
    return this._call<Report>({ verb: 'GET', path: '/api/v1/ledger/report' }, [], params, options);
  }
}
