// Written by `npm run sdk` from docs/reference/openapi.json.
import type { Call } from '../../call.ts';
import type { Page, PageCall } from '../../page.ts';
import { Resource, type RequestOptions, type KeyOptions } from '../../resource.ts';
import type {
  Customer,
  CustomerEvent,
  CustomersCreateParams,
  CustomersDocumentsCreateParams,
  CustomersDocumentsListParams,
  CustomersDocumentsReviewParams,
  CustomersKycDecideParams,
  CustomersKycRequirementsParams,
  CustomersListEventsParams,
  CustomersListParams,
  CustomersUpdateParams,
  CustomersWalletsDepositParams,
  CustomersWalletsListParams,
  CustomersWalletsOpenParams,
  CustomersWalletsWithdrawParams,
  Document,
  KycDecision,
  KycRequirements,
  Transfer,
  Wallet,
} from '../models.ts';

export class CustomersDocumentsResource extends Resource {
  /**
   * Submit a document for review; its number is encrypted, and only the last 4 characters are returned.
   *
   * `POST /api/v1/customers/{customer}/documents`
   */
  create(customer: string, params: CustomersDocumentsCreateParams, options?: RequestOptions): Call<Document> {
    return this._call<Document>(
      { verb: 'POST', path: '/api/v1/customers/{customer}/documents', body: true },
      [customer],
      params,
      options,
    );
  }

  /**
   * A customer's documents, newest first.
   *
   * `GET /api/v1/customers/{customer}/documents`
   */
  list(
    customer: string,
    params?: CustomersDocumentsListParams,
    options?: RequestOptions,
  ): PageCall<Document, Page<Document>> {
    return this._list<Document>(
      'documents',
      { verb: 'GET', path: '/api/v1/customers/{customer}/documents' },
      [customer],
      params,
      options,
    );
  }

  /**
   * Accept or reject a document, once.
   *
   * `POST /api/v1/customers/{customer}/documents/{document}/review`
   */
  review(
    customer: string,
    document: string,
    params: CustomersDocumentsReviewParams,
    options?: RequestOptions,
  ): Call<Document> {
    return this._call<Document>(
      { verb: 'POST', path: '/api/v1/customers/{customer}/documents/{document}/review', body: true },
      [customer, document],
      params,
      options,
    );
  }
}

export class CustomersKycResource extends Resource {
  /**
   * A customer's missing requirements for a tier.
   *
   * `GET /api/v1/customers/{customer}/kyc/requirements`
   */
  requirements(
    customer: string,
    params: CustomersKycRequirementsParams,
    options?: RequestOptions,
  ): Call<KycRequirements> {
    return this._call<KycRequirements>(
      { verb: 'GET', path: '/api/v1/customers/{customer}/kyc/requirements' },
      [customer],
      params,
      options,
    );
  }

  /**
   * Approve a customer for a tier, or reject the customer.
   *
   * `POST /api/v1/customers/{customer}/kyc`
   */
  decide(customer: string, params: CustomersKycDecideParams, options?: RequestOptions): Call<KycDecision> {
    return this._call<KycDecision>(
      { verb: 'POST', path: '/api/v1/customers/{customer}/kyc', body: true },
      [customer],
      params,
      options,
    );
  }
}

export class CustomersWalletsResource extends Resource {
  /**
   * Open a wallet, one per currency; needs an active customer of KYC tier 1 or above.
   *
   * `POST /api/v1/customers/{customer}/wallets`
   */
  open(customer: string, params: CustomersWalletsOpenParams, options?: RequestOptions): Call<Wallet> {
    return this._call<Wallet>(
      { verb: 'POST', path: '/api/v1/customers/{customer}/wallets', body: true },
      [customer],
      params,
      options,
    );
  }

  /**
   * A customer's wallets, newest first.
   *
   * `GET /api/v1/customers/{customer}/wallets`
   */
  list(
    customer: string,
    params?: CustomersWalletsListParams,
    options?: RequestOptions,
  ): PageCall<Wallet, Page<Wallet>> {
    return this._list<Wallet>(
      'wallets',
      { verb: 'GET', path: '/api/v1/customers/{customer}/wallets' },
      [customer],
      params,
      options,
    );
  }

  /**
   * Move money from the merchant's balance into the wallet.
   *
   * `POST /api/v1/customers/{customer}/wallets/deposit`
   */
  deposit(customer: string, params: CustomersWalletsDepositParams, options?: KeyOptions): Call<Transfer> {
    return this._call<Transfer>(
      { verb: 'POST', path: '/api/v1/customers/{customer}/wallets/deposit', key: 'body', body: true },
      [customer],
      params,
      options,
    );
  }

  /**
   * Move money from the wallet into the merchant's balance.
   *
   * `POST /api/v1/customers/{customer}/wallets/withdraw`
   */
  withdraw(customer: string, params: CustomersWalletsWithdrawParams, options?: KeyOptions): Call<Transfer> {
    return this._call<Transfer>(
      { verb: 'POST', path: '/api/v1/customers/{customer}/wallets/withdraw', key: 'body', body: true },
      [customer],
      params,
      options,
    );
  }
}

export class CustomersResource extends Resource {
  readonly documents: CustomersDocumentsResource = new CustomersDocumentsResource(this._transport);
  readonly kyc: CustomersKycResource = new CustomersKycResource(this._transport);
  readonly wallets: CustomersWalletsResource = new CustomersWalletsResource(this._transport);

  /**
   * Create a customer; phone and external reference are unique per environment.
   *
   * `POST /api/v1/customers`
   */
  create(params: CustomersCreateParams, options?: RequestOptions): Call<Customer> {
    return this._call<Customer>({ verb: 'POST', path: '/api/v1/customers', body: true }, [], params, options);
  }

  /**
   * List or search customers, newest first.
   *
   * `GET /api/v1/customers`
   */
  list(params?: CustomersListParams, options?: RequestOptions): PageCall<Customer, Page<Customer>> {
    return this._list<Customer>('customers', { verb: 'GET', path: '/api/v1/customers' }, [], params, options);
  }

  /**
   * One customer.
   *
   * `GET /api/v1/customers/{customer}`
   */
  get(customer: string, options?: RequestOptions): Call<Customer> {
    return this._call<Customer>(
      { verb: 'GET', path: '/api/v1/customers/{customer}' },
      [customer],
      undefined,
      options,
    );
  }

  /**
   * Change a customer; a new name, date of birth or kind has to be verified again.
   *
   * `PATCH /api/v1/customers/{customer}`
   */
  update(customer: string, params?: CustomersUpdateParams, options?: RequestOptions): Call<Customer> {
    return this._call<Customer>(
      { verb: 'PATCH', path: '/api/v1/customers/{customer}', body: true },
      [customer],
      params,
      options,
    );
  }

  /**
   * Events of a customer, newest first.
   *
   * `GET /api/v1/customers/{customer}/events`
   */
  listEvents(
    customer: string,
    params?: CustomersListEventsParams,
    options?: RequestOptions,
  ): PageCall<CustomerEvent, Page<CustomerEvent>> {
    return this._list<CustomerEvent>(
      'events',
      { verb: 'GET', path: '/api/v1/customers/{customer}/events', answered_maps: ['events.details'] },
      [customer],
      params,
      options,
    );
  }

  /**
   * Stop all movements of the wallets.
   *
   * `POST /api/v1/customers/{customer}/freeze`
   */
  freeze(customer: string, options?: RequestOptions): Call<Customer> {
    return this._call<Customer>(
      { verb: 'POST', path: '/api/v1/customers/{customer}/freeze' },
      [customer],
      undefined,
      options,
    );
  }

  /**
   * Allow movements of a frozen customer again.
   *
   * `POST /api/v1/customers/{customer}/unfreeze`
   */
  unfreeze(customer: string, options?: RequestOptions): Call<Customer> {
    return this._call<Customer>(
      { verb: 'POST', path: '/api/v1/customers/{customer}/unfreeze' },
      [customer],
      undefined,
      options,
    );
  }

  /**
   * Close a customer permanently.
   *
   * `POST /api/v1/customers/{customer}/close`
   */
  close(customer: string, options?: RequestOptions): Call<Customer> {
    return this._call<Customer>(
      { verb: 'POST', path: '/api/v1/customers/{customer}/close' },
      [customer],
      undefined,
      options,
    );
  }
}
