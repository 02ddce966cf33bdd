// Written by `npm run sdk` from docs/reference/openapi.json.
import type { Call } from '../../call.ts';
import type { Page, PageCall } from '../../page.ts';
import { Resource, type RequestOptions } from '../../resource.ts';
import type {
  AccountingBalanceSheetParams,
  AccountingChartGetParams,
  AccountingGeneralLedgerParams,
  AccountingIncomeStatementParams,
  AccountingPeriod,
  AccountingPeriodsListParams,
  AccountingTrialBalanceParams,
  BalanceSheet,
  Chart,
  IncomeStatement,
  LedgerLine,
  TrialBalance,
} from '../models.ts';

export class AccountingPeriodsResource extends Resource {
  /**
   * Accounting periods, newest first.
   *
   * `GET /api/v1/accounting/periods`
   */
  list(
    params?: AccountingPeriodsListParams,
    options?: RequestOptions,
  ): PageCall<AccountingPeriod, Page<AccountingPeriod>> {
    return this._list<AccountingPeriod>(
      'periods',
      { verb: 'GET', path: '/api/v1/accounting/periods' },
      [],
      params,
      options,
    );
  }

  /**
   * One accounting period, with its figures once it is closed.
   *
   * `GET /api/v1/accounting/periods/{period}`
   */
  get(period: string, options?: RequestOptions): Call<AccountingPeriod> {
    return this._call<AccountingPeriod>(
      { verb: 'GET', path: '/api/v1/accounting/periods/{period}' },
      [period],
      undefined,
      options,
    );
  }
}

export class AccountingChartResource extends Resource {
  /**
   * The chart of accounts, with what the accounts hold now.
   *
   * `GET /api/v1/accounting/chart`
   */
  get(params?: AccountingChartGetParams, options?: RequestOptions): Call<Chart> {
    return this._call<Chart>({ verb: 'GET', path: '/api/v1/accounting/chart' }, [], params, options);
  }
}

export class AccountingResource extends Resource {
  readonly periods: AccountingPeriodsResource = new AccountingPeriodsResource(this._transport);
  readonly chart: AccountingChartResource = new AccountingChartResource(this._transport);

  /**
   * Balances and posted totals of every kind of account for a range of local days; also as CSV.
   *
   * `GET /api/v1/accounting/trial-balance`
   */
  trialBalance(params?: AccountingTrialBalanceParams, options?: RequestOptions): Call<TrialBalance> {
    return this._call<TrialBalance>(
      { verb: 'GET', path: '/api/v1/accounting/trial-balance' },
      [],
      params,
      options,
    );
  }

  /**
   * Every transfer of a range of local days as two lines, oldest first; CSV has the whole range.
   *
   * `GET /api/v1/accounting/general-ledger`
   */
  generalLedger(
    params?: AccountingGeneralLedgerParams,
    options?: RequestOptions,
  ): PageCall<LedgerLine, Page<LedgerLine>> {
    return this._list<LedgerLine>(
      'lines',
      { verb: 'GET', path: '/api/v1/accounting/general-ledger' },
      [],
      params,
      options,
    );
  }

  /**
   * Income and costs of a range of local days; also as CSV.
   *
   * `GET /api/v1/accounting/income-statement`
   */
  incomeStatement(params?: AccountingIncomeStatementParams, options?: RequestOptions): Call<IncomeStatement> {
    return this._call<IncomeStatement>(
      { verb: 'GET', path: '/api/v1/accounting/income-statement' },
      [],
      params,
      options,
    );
  }

  /**
   * Assets, liabilities and equity at the end of a local day; also as CSV.
   *
   * `GET /api/v1/accounting/balance-sheet`
   */
  balanceSheet(params?: AccountingBalanceSheetParams, options?: RequestOptions): Call<BalanceSheet> {
    return this._call<BalanceSheet>(
      { verb: 'GET', path: '/api/v1/accounting/balance-sheet' },
      [],
      params,
      options,
    );
  }
}
