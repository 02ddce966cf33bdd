// Written by `npm run sdk` from docs/reference/openapi.json.
import type { Call } from '../../call.ts';
import type { Page, PageCall } from '../../page.ts';
import { Resource, type RequestOptions, type KeyOptions } from '../../resource.ts';
import type {
  Advice,
  Ageing,
  Arrears,
  BalanceHistory,
  CheckOff,
  CollectionSheet,
  Contribution,
  ContributionReport,
  CutOverImport,
  Dividend,
  DividendAccount,
  DividendSummary,
  Employer,
  Entry,
  EntryReceipt,
  ExpenseReport,
  Guarantee,
  Home,
  Loan,
  LoanHistory,
  LoanProduct,
  LoanSummary,
  Member,
  MemberDividend,
  MemberNote,
  MemberPreferences,
  MemberTax,
  MovementBatch,
  MovementBatchLine,
  NotificationTemplate,
  Portfolio,
  PortfolioGroups,
  PortfolioHistory,
  ProvisioningTable,
  Ratios,
  Receipt,
  Remittance,
  RepaymentSplit,
  SaccoBankingsCreateParams,
  SaccoCashAdjustmentsCreateParams,
  SaccoDividendsDeclareParams,
  SaccoDividendsLineParams,
  SaccoDividendsListPage,
  SaccoDividendsListParams,
  SaccoEmployersAdviceParams,
  SaccoEmployersCreateParams,
  SaccoEmployersListPage,
  SaccoEmployersListParams,
  SaccoEmployersRemittancesListPage,
  SaccoEmployersRemittancesListParams,
  SaccoEmployersUpdateParams,
  SaccoEntriesListPage,
  SaccoEntriesListParams,
  SaccoEntriesReceiptParams,
  SaccoEntriesReverseParams,
  SaccoExpensesCreateParams,
  SaccoImportsListPage,
  SaccoImportsListParams,
  SaccoLoanProductsListParams,
  SaccoLoansApplyParams,
  SaccoLoansDecideConsentParams,
  SaccoLoansGetParams,
  SaccoLoansGuaranteeParams,
  SaccoLoansListPage,
  SaccoLoansListParams,
  SaccoLoansRepayParams,
  SaccoLoansSplitParams,
  SaccoLoansWriteOffParams,
  SaccoMembersBuySharesParams,
  SaccoMembersContributionPutParams,
  SaccoMembersDepositParams,
  SaccoMembersDividendAccountPutParams,
  SaccoMembersExitParams,
  SaccoMembersJoinParams,
  SaccoMembersListEntriesPage,
  SaccoMembersListEntriesParams,
  SaccoMembersListPage,
  SaccoMembersListParams,
  SaccoMembersPreferencesPutParams,
  SaccoMembersPutFilesParams,
  SaccoMembersStatementParams,
  SaccoMembersTimelineParams,
  SaccoMembersTransferSavingsParams,
  SaccoMembersUpdateParams,
  SaccoMembersWithdrawParams,
  SaccoMembersWriteNoteParams,
  SaccoMovementBatchesLinesParams,
  SaccoMovementBatchesListPage,
  SaccoMovementBatchesListParams,
  SaccoNotificationTemplatesListParams,
  SaccoNotificationTemplatesListResult,
  SaccoPortfolioHistoryParams,
  SaccoProvisionsCreateParams,
  SaccoReportsArrearsParams,
  SaccoReportsCheckOffParams,
  SaccoReportsCollectionSheetParams,
  SaccoReportsContributionsParams,
  SaccoReportsExpensesParams,
  SaccoReportsFeesParams,
  SaccoReportsPortfolioParams,
  SaccoReportsRatiosParams,
  SaccoReportsWithholdingParams,
  SaccoSavingsAccountsGiveNoticeParams,
  SaccoSavingsAccountsListNoticesParams,
  SaccoSavingsAccountsListParams,
  SaccoSavingsAccountsOpenParams,
  SaccoSavingsInterestDeclareParams,
  SaccoSavingsInterestListPage,
  SaccoSavingsInterestListParams,
  SaccoSavingsProductsListParams,
  SaccoSettings,
  SaccoTaxRemittancesCreateParams,
  SaccoTillSessionsGetParams,
  SaccoTillSessionsListPage,
  SaccoTillSessionsListParams,
  SaccoTillsListParams,
  SaccoUnallocatedAllocateParams,
  SaccoUnallocatedCreateParams,
  SaccoUnallocatedListPage,
  SaccoUnallocatedListParams,
  SaccoUnallocatedRefundParams,
  SavingsAccount,
  SavingsFeeReport,
  SavingsInterest,
  SavingsInterestSummary,
  SavingsNotice,
  SavingsProduct,
  Statement,
  Summary,
  Till,
  TillSession,
  TillSessionDetails,
  TimelineItem,
  Treasury,
  Trends,
  WithholdingReport,
} from '../models.ts';

export class SaccoEmployersRemittancesResource extends Resource {
  /**
   * Remittances of an employer, newest first.
   *
   * `GET /api/v1/sacco/employers/{employer}/remittances`
   */
  list(
    employer: string,
    params?: SaccoEmployersRemittancesListParams,
    options?: RequestOptions,
  ): PageCall<MovementBatch, Page<MovementBatch> & SaccoEmployersRemittancesListPage> {
    return this._list<MovementBatch, SaccoEmployersRemittancesListPage>(
      'remittances',
      { verb: 'GET', path: '/api/v1/sacco/employers/{employer}/remittances' },
      [employer],
      params,
      options,
    );
  }

  /**
   * One remittance, and whose deductions were short; its lines are those of the batch.
   *
   * `GET /api/v1/sacco/employers/{employer}/remittances/{remittance}`
   */
  get(employer: string, remittance: string, options?: RequestOptions): Call<Remittance> {
    return this._call<Remittance>(
      { verb: 'GET', path: '/api/v1/sacco/employers/{employer}/remittances/{remittance}' },
      [employer, remittance],
      undefined,
      options,
    );
  }
}

export class SaccoMembersPreferencesResource extends Resource {
  /**
   * What a member wants to be told.
   *
   * `GET /api/v1/sacco/members/{member}/preferences`
   */
  get(member: string, options?: RequestOptions): Call<MemberPreferences> {
    return this._call<MemberPreferences>(
      { verb: 'GET', path: '/api/v1/sacco/members/{member}/preferences' },
      [member],
      undefined,
      options,
    );
  }

  /**
   * Say what a member wants to be told; what is left out stays. Who opts out gets nothing more on that channel, not even what is queued: it is `suppressed`.
   *
   * `PUT /api/v1/sacco/members/{member}/preferences`
   */
  put(
    member: string,
    params?: SaccoMembersPreferencesPutParams,
    options?: RequestOptions,
  ): Call<MemberPreferences> {
    return this._call<MemberPreferences>(
      { verb: 'PUT', path: '/api/v1/sacco/members/{member}/preferences', body: true },
      [member],
      params,
      options,
    );
  }
}

export class SaccoMembersDividendAccountResource extends Resource {
  /**
   * The savings account that the dividends of a member are paid into.
   *
   * `GET /api/v1/sacco/members/{member}/dividend-account`
   */
  get(member: string, options?: RequestOptions): Call<DividendAccount> {
    return this._call<DividendAccount>(
      { verb: 'GET', path: '/api/v1/sacco/members/{member}/dividend-account' },
      [member],
      undefined,
      options,
    );
  }

  /**
   * Choose the savings account that the dividends of a member are paid into. Lines that are declared already stay as they are. A fixed account takes no dividends (422 `savings_account_fixed`).
   *
   * `PUT /api/v1/sacco/members/{member}/dividend-account`
   */
  put(
    member: string,
    params: SaccoMembersDividendAccountPutParams,
    options?: RequestOptions,
  ): Call<DividendAccount> {
    return this._call<DividendAccount>(
      { verb: 'PUT', path: '/api/v1/sacco/members/{member}/dividend-account', body: true },
      [member],
      params,
      options,
    );
  }
}

export class SaccoMembersTaxResource extends Resource {
  /**
   * A member's tax number, and whether tax is withheld.
   *
   * `GET /api/v1/sacco/members/{member}/tax`
   */
  get(member: string, options?: RequestOptions): Call<MemberTax> {
    return this._call<MemberTax>(
      { verb: 'GET', path: '/api/v1/sacco/members/{member}/tax' },
      [member],
      undefined,
      options,
    );
  }
}

export class SaccoMembersContributionResource extends Resource {
  /**
   * What a member has agreed to save regularly.
   *
   * `GET /api/v1/sacco/members/{member}/contribution`
   */
  get(member: string, options?: RequestOptions): Call<Contribution> {
    return this._call<Contribution>(
      { verb: 'GET', path: '/api/v1/sacco/members/{member}/contribution' },
      [member],
      undefined,
      options,
    );
  }

  /**
   * Record what a member has agreed to save regularly. It replaces what was agreed before; what is expected counts from the new `startDate` on.
   *
   * `PUT /api/v1/sacco/members/{member}/contribution`
   */
  put(
    member: string,
    params: SaccoMembersContributionPutParams,
    options?: RequestOptions,
  ): Call<Contribution> {
    return this._call<Contribution>(
      { verb: 'PUT', path: '/api/v1/sacco/members/{member}/contribution', body: true },
      [member],
      params,
      options,
    );
  }
}

export class SaccoSettingsResource extends Resource {
  /**
   * The SACCO's settings.
   *
   * `GET /api/v1/sacco/settings`
   */
  get(options?: RequestOptions): Call<SaccoSettings> {
    return this._call<SaccoSettings>({ verb: 'GET', path: '/api/v1/sacco/settings' }, [], undefined, options);
  }
}

export class SaccoExpensesResource extends Resource {
  /**
   * Pay an expense in cash or by the bank; a checker decides.
   *
   * `POST /api/v1/sacco/expenses`
   */
  create(params: SaccoExpensesCreateParams, options?: KeyOptions): Call<Entry> {
    return this._call<Entry>(
      { verb: 'POST', path: '/api/v1/sacco/expenses', key: 'body', body: true },
      [],
      params,
      options,
    );
  }
}

export class SaccoReportsResource extends Resource {
  /**
   * Expenses of a period by category, less those reversed in it.
   *
   * `GET /api/v1/sacco/reports/expenses`
   */
  expenses(params?: SaccoReportsExpensesParams, options?: RequestOptions): Call<ExpenseReport> {
    return this._call<ExpenseReport>(
      { verb: 'GET', path: '/api/v1/sacco/reports/expenses' },
      [],
      params,
      options,
    );
  }

  /**
   * What employers were to remit for a month, what they did, and what is short; also as CSV.
   *
   * `GET /api/v1/sacco/reports/check-off`
   */
  checkOff(params: SaccoReportsCheckOffParams, options?: RequestOptions): Call<CheckOff> {
    return this._call<CheckOff>(
      { verb: 'GET', path: '/api/v1/sacco/reports/check-off' },
      [],
      params,
      options,
    );
  }

  /**
   * Savings, collections, cash and payments by provider over time. Of each of the last twelve months, and of each of the last thirty days, up to today.
   *
   * `GET /api/v1/sacco/reports/trends`
   */
  trends(options?: RequestOptions): Call<Trends> {
    return this._call<Trends>({ verb: 'GET', path: '/api/v1/sacco/reports/trends' }, [], undefined, options);
  }

  /**
   * Ratios of capital, liquidity and the loan book at the end of a local day; also as CSV. Those of the loan book (`P1`, `P2`, `A1`) are known for today alone. What the books cannot tell is null, with the reason in `missing`.
   *
   * `GET /api/v1/sacco/reports/ratios`
   */
  ratios(params?: SaccoReportsRatiosParams, options?: RequestOptions): Call<Ratios> {
    return this._call<Ratios>({ verb: 'GET', path: '/api/v1/sacco/reports/ratios' }, [], params, options);
  }

  /**
   * The monthly fees of a month: charged, and skipped where the account could not pay; also as CSV.
   *
   * `GET /api/v1/sacco/reports/fees`
   */
  fees(params: SaccoReportsFeesParams, options?: RequestOptions): Call<SavingsFeeReport> {
    return this._call<SavingsFeeReport>(
      { verb: 'GET', path: '/api/v1/sacco/reports/fees' },
      [],
      params,
      options,
    );
  }

  /**
   * Open loans by days past due, and the required provision, as of now. A loan's days past due determine its class; the class includes its whole outstanding principal. CSV has one line per class.
   *
   * `GET /api/v1/sacco/reports/ageing`
   */
  ageing(options?: RequestOptions): Call<Ageing> {
    return this._call<Ageing>({ verb: 'GET', path: '/api/v1/sacco/reports/ageing' }, [], undefined, options);
  }

  /**
   * Loans in arrears, the longest overdue first. Overdue is the unpaid part of installments that were due before today.
   *
   * `GET /api/v1/sacco/reports/arrears`
   */
  arrears(params?: SaccoReportsArrearsParams, options?: RequestOptions): Call<Arrears> {
    return this._call<Arrears>({ verb: 'GET', path: '/api/v1/sacco/reports/arrears' }, [], params, options);
  }

  /**
   * Amounts to collect on a day, loan by loan. For a future day: the amounts to collect if nothing is paid until then. By member number: all loans, or with `limit` page by page.
   *
   * `GET /api/v1/sacco/reports/collection-sheet`
   */
  collectionSheet(
    params?: SaccoReportsCollectionSheetParams,
    options?: RequestOptions,
  ): Call<CollectionSheet> {
    return this._call<CollectionSheet>(
      { verb: 'GET', path: '/api/v1/sacco/reports/collection-sheet' },
      [],
      params,
      options,
    );
  }

  /**
   * Open loans by product, by officer, or by class.
   *
   * `GET /api/v1/sacco/reports/portfolio`
   */
  portfolio(params: SaccoReportsPortfolioParams, options?: RequestOptions): Call<PortfolioGroups> {
    return this._call<PortfolioGroups>(
      { verb: 'GET', path: '/api/v1/sacco/reports/portfolio' },
      [],
      params,
      options,
    );
  }

  /**
   * Interest and dividends paid in a period, and the tax withheld, by member.
   *
   * `GET /api/v1/sacco/reports/withholding`
   */
  withholding(params?: SaccoReportsWithholdingParams, options?: RequestOptions): Call<WithholdingReport> {
    return this._call<WithholdingReport>(
      { verb: 'GET', path: '/api/v1/sacco/reports/withholding' },
      [],
      params,
      options,
    );
  }

  /**
   * What members were to save by a day, and what they have. Expected are the contributions that fell due from `startDate` to the day, contributed the deposits since then less those reversed.
   *
   * `GET /api/v1/sacco/reports/contributions`
   */
  contributions(
    params?: SaccoReportsContributionsParams,
    options?: RequestOptions,
  ): Call<ContributionReport> {
    return this._call<ContributionReport>(
      { verb: 'GET', path: '/api/v1/sacco/reports/contributions' },
      [],
      params,
      options,
    );
  }
}

export class SaccoBankingsResource extends Resource {
  /**
   * Move money between a bank account and the tills, or the providers' clearing; a checker decides.
   *
   * `POST /api/v1/sacco/bankings`
   */
  create(params: SaccoBankingsCreateParams, options?: KeyOptions): Call<Entry> {
    return this._call<Entry>(
      { verb: 'POST', path: '/api/v1/sacco/bankings', key: 'body', body: true },
      [],
      params,
      options,
    );
  }
}

export class SaccoUnallocatedResource extends Resource {
  /**
   * Money that came without a prompt and belongs to nobody yet, newest first.
   *
   * `GET /api/v1/sacco/unallocated`
   */
  list(
    params?: SaccoUnallocatedListParams,
    options?: RequestOptions,
  ): PageCall<Receipt, Page<Receipt> & SaccoUnallocatedListPage> {
    return this._list<Receipt, SaccoUnallocatedListPage>(
      'receipts',
      { verb: 'GET', path: '/api/v1/sacco/unallocated' },
      [],
      params,
      options,
    );
  }

  /**
   * Book money that came into a bank account and that nobody can identify. Its receipt, which the entry names by `receiptId`, is allocated like any other. It goes back to its sender by the reversal of the entry, which a checker decides.
   *
   * `POST /api/v1/sacco/unallocated`
   */
  create(params: SaccoUnallocatedCreateParams, options?: KeyOptions): Call<Entry> {
    return this._call<Entry>(
      { verb: 'POST', path: '/api/v1/sacco/unallocated', key: 'body', body: true },
      [],
      params,
      options,
    );
  }

  /**
   * One receipt, also of money that has found its member.
   *
   * `GET /api/v1/sacco/unallocated/{receipt}`
   */
  get(receipt: string, options?: RequestOptions): Call<Receipt> {
    return this._call<Receipt>(
      { verb: 'GET', path: '/api/v1/sacco/unallocated/{receipt}' },
      [receipt],
      undefined,
      options,
    );
  }

  /**
   * Say whose the money is, and what for; a checker decides. All that is unallocated of the receipt. What is above the payoff of a loan goes into savings.
   *
   * `POST /api/v1/sacco/unallocated/{receipt}/allocate`
   */
  allocate(receipt: string, params: SaccoUnallocatedAllocateParams, options?: KeyOptions): Call<Entry> {
    return this._call<Entry>(
      { verb: 'POST', path: '/api/v1/sacco/unallocated/{receipt}/allocate', key: 'body', body: true },
      [receipt],
      params,
      options,
    );
  }

  /**
   * Send the money back to who sent it; a second person decides, and then a payout sends it. All that is unallocated of the receipt. A payout that fails leaves it unallocated, and it can be tried again. An API key needs the scope `payouts` besides.
   *
   * `POST /api/v1/sacco/unallocated/{receipt}/refund`
   */
  refund(receipt: string, params: SaccoUnallocatedRefundParams, options?: KeyOptions): Call<Receipt> {
    return this._call<Receipt>(
      { verb: 'POST', path: '/api/v1/sacco/unallocated/{receipt}/refund', key: 'body', body: true },
      [receipt],
      params,
      options,
    );
  }
}

export class SaccoImportsResource extends Resource {
  /**
   * Imports, newest first; without dry runs.
   *
   * `GET /api/v1/sacco/imports`
   */
  list(
    params?: SaccoImportsListParams,
    options?: RequestOptions,
  ): PageCall<CutOverImport, Page<CutOverImport> & SaccoImportsListPage> {
    return this._list<CutOverImport, SaccoImportsListPage>(
      'imports',
      { verb: 'GET', path: '/api/v1/sacco/imports', answered_maps: ['imports.totals'] },
      [],
      params,
      options,
    );
  }

  /**
   * One import with its first 100 errors, also a dry run of the last 7 days.
   *
   * `GET /api/v1/sacco/imports/{import_id}`
   */
  get(importId: string, options?: RequestOptions): Call<CutOverImport> {
    return this._call<CutOverImport>(
      { verb: 'GET', path: '/api/v1/sacco/imports/{import_id}', answered_maps: ['totals'] },
      [importId],
      undefined,
      options,
    );
  }
}

export class SaccoMovementBatchesResource extends Resource {
  /**
   * Batches, newest first; also remittances of employers.
   *
   * `GET /api/v1/sacco/movement-batches`
   */
  list(
    params?: SaccoMovementBatchesListParams,
    options?: RequestOptions,
  ): PageCall<MovementBatch, Page<MovementBatch> & SaccoMovementBatchesListPage> {
    return this._list<MovementBatch, SaccoMovementBatchesListPage>(
      'movement_batches',
      { verb: 'GET', path: '/api/v1/sacco/movement-batches' },
      [],
      params,
      options,
    );
  }

  /**
   * One batch, without its lines.
   *
   * `GET /api/v1/sacco/movement-batches/{batch}`
   */
  get(batch: string, options?: RequestOptions): Call<MovementBatch> {
    return this._call<MovementBatch>(
      { verb: 'GET', path: '/api/v1/sacco/movement-batches/{batch}' },
      [batch],
      undefined,
      options,
    );
  }

  /**
   * Lines of a batch in the order of its file, each with its entry or its error. Those of a remittance that waits are as they would be booked: they are split again whenever another one of its month is approved.
   *
   * `GET /api/v1/sacco/movement-batches/{batch}/lines`
   */
  lines(
    batch: string,
    params?: SaccoMovementBatchesLinesParams,
    options?: RequestOptions,
  ): PageCall<MovementBatchLine, Page<MovementBatchLine>> {
    return this._list<MovementBatchLine>(
      'lines',
      { verb: 'GET', path: '/api/v1/sacco/movement-batches/{batch}/lines' },
      [batch],
      params,
      options,
    );
  }
}

export class SaccoEmployersResource extends Resource {
  readonly remittances: SaccoEmployersRemittancesResource = new SaccoEmployersRemittancesResource(
    this._transport,
  );

  /**
   * Define an employer that deducts from wages.
   *
   * `POST /api/v1/sacco/employers`
   */
  create(params: SaccoEmployersCreateParams, options?: RequestOptions): Call<Employer> {
    return this._call<Employer>(
      { verb: 'POST', path: '/api/v1/sacco/employers', body: true },
      [],
      params,
      options,
    );
  }

  /**
   * Employers, newest first.
   *
   * `GET /api/v1/sacco/employers`
   */
  list(
    params?: SaccoEmployersListParams,
    options?: RequestOptions,
  ): PageCall<Employer, Page<Employer> & SaccoEmployersListPage> {
    return this._list<Employer, SaccoEmployersListPage>(
      'employers',
      { verb: 'GET', path: '/api/v1/sacco/employers' },
      [],
      params,
      options,
    );
  }

  /**
   * One employer.
   *
   * `GET /api/v1/sacco/employers/{employer}`
   */
  get(employer: string, options?: RequestOptions): Call<Employer> {
    return this._call<Employer>(
      { verb: 'GET', path: '/api/v1/sacco/employers/{employer}' },
      [employer],
      undefined,
      options,
    );
  }

  /**
   * Change name, code or pay day of an employer.
   *
   * `PATCH /api/v1/sacco/employers/{employer}`
   */
  update(employer: string, params?: SaccoEmployersUpdateParams, options?: RequestOptions): Call<Employer> {
    return this._call<Employer>(
      { verb: 'PATCH', path: '/api/v1/sacco/employers/{employer}', body: true },
      [employer],
      params,
      options,
    );
  }

  /**
   * What an employer is to deduct for a month, member by member; also as CSV. Contributions that fall due in the month, and what is unpaid of installments that do, or are overdue. Once a remittance of the month has come in, the advice of then stays.
   *
   * `GET /api/v1/sacco/employers/{employer}/advice`
   */
  advice(employer: string, params: SaccoEmployersAdviceParams, options?: RequestOptions): Call<Advice> {
    return this._call<Advice>(
      { verb: 'GET', path: '/api/v1/sacco/employers/{employer}/advice' },
      [employer],
      params,
      options,
    );
  }
}

export class SaccoMembersResource extends Resource {
  readonly preferences: SaccoMembersPreferencesResource = new SaccoMembersPreferencesResource(
    this._transport,
  );
  readonly dividendAccount: SaccoMembersDividendAccountResource = new SaccoMembersDividendAccountResource(
    this._transport,
  );
  readonly tax: SaccoMembersTaxResource = new SaccoMembersTaxResource(this._transport);
  readonly contribution: SaccoMembersContributionResource = new SaccoMembersContributionResource(
    this._transport,
  );

  /**
   * Say who employs a member, under which payroll number, and what is deducted each month. The contribution is a monthly one from the current month on; other frequencies are set as the contribution of the member.
   *
   * `PATCH /api/v1/sacco/members/{member}`
   */
  update(member: string, params?: SaccoMembersUpdateParams, options?: RequestOptions): Call<Member> {
    return this._call<Member>(
      { verb: 'PATCH', path: '/api/v1/sacco/members/{member}', body: true },
      [member],
      params,
      options,
    );
  }

  /**
   * One member.
   *
   * `GET /api/v1/sacco/members/{member}`
   */
  get(member: string, options?: RequestOptions): Call<Member> {
    return this._call<Member>(
      { verb: 'GET', path: '/api/v1/sacco/members/{member}' },
      [member],
      undefined,
      options,
    );
  }

  /**
   * Register a customer as a member.
   *
   * `POST /api/v1/sacco/members`
   */
  join(params: SaccoMembersJoinParams, options?: RequestOptions): Call<Member> {
    return this._call<Member>(
      { verb: 'POST', path: '/api/v1/sacco/members', body: true },
      [],
      params,
      options,
    );
  }

  /**
   * Members; `q` searches number, name and phone.
   *
   * `GET /api/v1/sacco/members`
   */
  list(
    params?: SaccoMembersListParams,
    options?: RequestOptions,
  ): PageCall<Member, Page<Member> & SaccoMembersListPage> {
    return this._list<Member, SaccoMembersListPage>(
      'members',
      { verb: 'GET', path: '/api/v1/sacco/members' },
      [],
      params,
      options,
    );
  }

  /**
   * Suspend a member: nothing is paid out any more.
   *
   * `POST /api/v1/sacco/members/{member}/suspend`
   */
  suspend(member: string, options?: RequestOptions): Call<Member> {
    return this._call<Member>(
      { verb: 'POST', path: '/api/v1/sacco/members/{member}/suspend' },
      [member],
      undefined,
      options,
    );
  }

  /**
   * Reactivate a suspended member.
   *
   * `POST /api/v1/sacco/members/{member}/reactivate`
   */
  reactivate(member: string, options?: RequestOptions): Call<Member> {
    return this._call<Member>(
      { verb: 'POST', path: '/api/v1/sacco/members/{member}/reactivate' },
      [member],
      undefined,
      options,
    );
  }

  /**
   * A member's photo and signature, uploaded before. What it replaces or removes is deleted. What is left out stays.
   *
   * `PUT /api/v1/sacco/members/{member}/files`
   */
  putFiles(member: string, params?: SaccoMembersPutFilesParams, options?: RequestOptions): Call<Member> {
    return this._call<Member>(
      { verb: 'PUT', path: '/api/v1/sacco/members/{member}/files', body: true },
      [member],
      params,
      options,
    );
  }

  /**
   * A member's statement; as CSV or PDF if the Accept header asks for it. As PDF (`Accept: application/pdf`) it carries a code, which tells whoever holds the paper member number, amount and date at `/documents/{code}`. The answer is 503 `pdf_busy` while too many PDFs are being made. A PDF has the whole period, until today at the latest, and at most 5000 movements.
   *
   * `GET /api/v1/sacco/members/{member}/statement`
   */
  statement(member: string, params: SaccoMembersStatementParams, options?: RequestOptions): Call<Statement> {
    return this._call<Statement>(
      { verb: 'GET', path: '/api/v1/sacco/members/{member}/statement' },
      [member],
      params,
      options,
    );
  }

  /**
   * Everything that happened with a member, newest first. Movements, loans, guarantees, documents, messages, notes, and events of the customer; `kind` chooses one of these. A thing is listed once, at the moment when it was stored, with the status that it has today.
   *
   * `GET /api/v1/sacco/members/{member}/timeline`
   */
  timeline(
    member: string,
    params?: SaccoMembersTimelineParams,
    options?: RequestOptions,
  ): PageCall<TimelineItem, Page<TimelineItem>> {
    return this._list<TimelineItem>(
      'timeline',
      { verb: 'GET', path: '/api/v1/sacco/members/{member}/timeline' },
      [member],
      params,
      options,
    );
  }

  /**
   * Write a note about a member. It stays in the timeline of the member, and cannot be changed. Without `idempotency_key` a repeat is another note.
   *
   * `POST /api/v1/sacco/members/{member}/notes`
   */
  writeNote(member: string, params: SaccoMembersWriteNoteParams, options?: KeyOptions): Call<MemberNote> {
    return this._call<MemberNote>(
      { verb: 'POST', path: '/api/v1/sacco/members/{member}/notes', key: 'body', body: true },
      [member],
      params,
      options,
    );
  }

  /**
   * What a member held at the ends of the last twelve months, account by account.
   *
   * `GET /api/v1/sacco/members/{member}/balances`
   */
  balances(member: string, options?: RequestOptions): Call<BalanceHistory> {
    return this._call<BalanceHistory>(
      { verb: 'GET', path: '/api/v1/sacco/members/{member}/balances' },
      [member],
      undefined,
      options,
    );
  }

  /**
   * Deposit cash, or money that came into the bank, into savings.
   *
   * `POST /api/v1/sacco/members/{member}/deposits`
   */
  deposit(member: string, params: SaccoMembersDepositParams, options?: KeyOptions): Call<Entry> {
    return this._call<Entry>(
      { verb: 'POST', path: '/api/v1/sacco/members/{member}/deposits', key: 'body', body: true },
      [member],
      params,
      options,
    );
  }

  /**
   * Withdraw savings in cash, to the member's phone or by the bank; above the day's threshold, and by the bank, a checker decides. With `to: "mobile"` the money is held and the entry `paying` until the provider has paid it out: then it is posted, or has failed with `failureCode` and the savings are back.
   *
   * `POST /api/v1/sacco/members/{member}/withdrawals`
   */
  withdraw(member: string, params: SaccoMembersWithdrawParams, options?: KeyOptions): Call<Entry> {
    return this._call<Entry>(
      { verb: 'POST', path: '/api/v1/sacco/members/{member}/withdrawals', key: 'body', body: true },
      [member],
      params,
      options,
    );
  }

  /**
   * Buy shares from cash, from savings, or from money that came into the bank.
   *
   * `POST /api/v1/sacco/members/{member}/shares`
   */
  buyShares(member: string, params: SaccoMembersBuySharesParams, options?: KeyOptions): Call<Entry> {
    return this._call<Entry>(
      { verb: 'POST', path: '/api/v1/sacco/members/{member}/shares', key: 'body', body: true },
      [member],
      params,
      options,
    );
  }

  /**
   * Request the exit of a member; a checker decides.
   *
   * `POST /api/v1/sacco/members/{member}/exit`
   */
  exit(member: string, params: SaccoMembersExitParams, options?: KeyOptions): Call<Entry> {
    return this._call<Entry>(
      { verb: 'POST', path: '/api/v1/sacco/members/{member}/exit', key: 'body', body: true },
      [member],
      params,
      options,
    );
  }

  /**
   * A member's movements. Includes write-offs of other members' loans for which a guarantee of this member was called.
   *
   * `GET /api/v1/sacco/members/{member}/entries`
   */
  listEntries(
    member: string,
    params?: SaccoMembersListEntriesParams,
    options?: RequestOptions,
  ): PageCall<Entry, Page<Entry> & SaccoMembersListEntriesPage> {
    return this._list<Entry, SaccoMembersListEntriesPage>(
      'entries',
      { verb: 'GET', path: '/api/v1/sacco/members/{member}/entries' },
      [member],
      params,
      options,
    );
  }

  /**
   * Move money between two savings accounts of a member. From a fixed account all that it holds is moved, which loses the interest of its term: a checker decides.
   *
   * `POST /api/v1/sacco/members/{member}/savings-transfers`
   */
  transferSavings(
    member: string,
    params: SaccoMembersTransferSavingsParams,
    options?: KeyOptions,
  ): Call<Entry> {
    return this._call<Entry>(
      { verb: 'POST', path: '/api/v1/sacco/members/{member}/savings-transfers', key: 'body', body: true },
      [member],
      params,
      options,
    );
  }
}

export class SaccoNotificationTemplatesResource extends Resource {
  /**
   * What messages say, in every language, with a preview.
   *
   * `GET /api/v1/sacco/notification-templates`
   */
  list(
    params?: SaccoNotificationTemplatesListParams,
    options?: RequestOptions,
  ): Call<SaccoNotificationTemplatesListResult> {
    return this._call<SaccoNotificationTemplatesListResult>(
      { verb: 'GET', path: '/api/v1/sacco/notification-templates' },
      [],
      params,
      options,
    );
  }

  /**
   * What messages of one kind say in one language.
   *
   * `GET /api/v1/sacco/notification-templates/{template}/{language}`
   */
  get(template: string, language: string, options?: RequestOptions): Call<NotificationTemplate> {
    return this._call<NotificationTemplate>(
      { verb: 'GET', path: '/api/v1/sacco/notification-templates/{template}/{language}' },
      [template, language],
      undefined,
      options,
    );
  }
}

export class SaccoTillsResource extends Resource {
  /**
   * Tills, with what each holds and its session.
   *
   * `GET /api/v1/sacco/tills`
   */
  list(params?: SaccoTillsListParams, options?: RequestOptions): PageCall<Till, Page<Till>> {
    return this._list<Till>('tills', { verb: 'GET', path: '/api/v1/sacco/tills' }, [], params, options);
  }

  /**
   * One till.
   *
   * `GET /api/v1/sacco/tills/{till}`
   */
  get(till: string, options?: RequestOptions): Call<Till> {
    return this._call<Till>({ verb: 'GET', path: '/api/v1/sacco/tills/{till}' }, [till], undefined, options);
  }
}

export class SaccoTillSessionsResource extends Resource {
  /**
   * Sessions at tills, newest first.
   *
   * `GET /api/v1/sacco/till-sessions`
   */
  list(
    params?: SaccoTillSessionsListParams,
    options?: RequestOptions,
  ): PageCall<TillSession, Page<TillSession> & SaccoTillSessionsListPage> {
    return this._list<TillSession, SaccoTillSessionsListPage>(
      'till_sessions',
      { verb: 'GET', path: '/api/v1/sacco/till-sessions', answered_maps: ['till_sessions.count'] },
      [],
      params,
      options,
    );
  }

  /**
   * One session with its movements and counts; as CSV or PDF its day sheet. As PDF (`Accept: application/pdf`) it carries a code, which tells whoever holds the paper member number, amount and date at `/documents/{code}`. The answer is 503 `pdf_busy` while too many PDFs are being made. A PDF has at most 5000 movements.
   *
   * `GET /api/v1/sacco/till-sessions/{till_session}`
   */
  get(
    tillSession: string,
    params?: SaccoTillSessionsGetParams,
    options?: RequestOptions,
  ): Call<TillSessionDetails> {
    return this._call<TillSessionDetails>(
      {
        verb: 'GET',
        path: '/api/v1/sacco/till-sessions/{till_session}',
        answered_maps: ['count', 'counts.count'],
      },
      [tillSession],
      params,
      options,
    );
  }
}

export class SaccoCashAdjustmentsResource extends Resource {
  /**
   * Book the difference between counted cash and the ledger; a checker decides.
   *
   * `POST /api/v1/sacco/cash-adjustments`
   */
  create(params: SaccoCashAdjustmentsCreateParams, options?: KeyOptions): Call<Entry> {
    return this._call<Entry>(
      { verb: 'POST', path: '/api/v1/sacco/cash-adjustments', key: 'body', body: true },
      [],
      params,
      options,
    );
  }
}

export class SaccoEntriesResource extends Resource {
  /**
   * All movements.
   *
   * `GET /api/v1/sacco/entries`
   */
  list(
    params?: SaccoEntriesListParams,
    options?: RequestOptions,
  ): PageCall<Entry, Page<Entry> & SaccoEntriesListPage> {
    return this._list<Entry, SaccoEntriesListPage>(
      'entries',
      { verb: 'GET', path: '/api/v1/sacco/entries' },
      [],
      params,
      options,
    );
  }

  /**
   * One movement.
   *
   * `GET /api/v1/sacco/entries/{entry}`
   */
  get(entry: string, options?: RequestOptions): Call<Entry> {
    return this._call<Entry>(
      { verb: 'GET', path: '/api/v1/sacco/entries/{entry}' },
      [entry],
      undefined,
      options,
    );
  }

  /**
   * The receipt of a posted movement; as PDF if the Accept header asks for it. As PDF (`Accept: application/pdf`) it carries a code, which tells whoever holds the paper member number, amount and date at `/documents/{code}`. The answer is 503 `pdf_busy` while too many PDFs are being made.
   *
   * `GET /api/v1/sacco/entries/{entry}/receipt`
   */
  receipt(entry: string, params?: SaccoEntriesReceiptParams, options?: RequestOptions): Call<EntryReceipt> {
    return this._call<EntryReceipt>(
      { verb: 'GET', path: '/api/v1/sacco/entries/{entry}/receipt' },
      [entry],
      params,
      options,
    );
  }

  /**
   * Reverse a movement that was posted by mistake; a checker decides.
   *
   * `POST /api/v1/sacco/entries/{entry}/reverse`
   */
  reverse(entry: string, params: SaccoEntriesReverseParams, options?: KeyOptions): Call<Entry> {
    return this._call<Entry>(
      { verb: 'POST', path: '/api/v1/sacco/entries/{entry}/reverse', key: 'body', body: true },
      [entry],
      params,
      options,
    );
  }
}

export class SaccoSavingsProductsResource extends Resource {
  /**
   * Savings products.
   *
   * `GET /api/v1/sacco/savings-products`
   */
  list(
    params?: SaccoSavingsProductsListParams,
    options?: RequestOptions,
  ): PageCall<SavingsProduct, Page<SavingsProduct>> {
    return this._list<SavingsProduct>(
      'savings_products',
      { verb: 'GET', path: '/api/v1/sacco/savings-products' },
      [],
      params,
      options,
    );
  }

  /**
   * Read a savings product.
   *
   * `GET /api/v1/sacco/savings-products/{savings_product}`
   */
  get(savingsProduct: string, options?: RequestOptions): Call<SavingsProduct> {
    return this._call<SavingsProduct>(
      { verb: 'GET', path: '/api/v1/sacco/savings-products/{savings_product}' },
      [savingsProduct],
      undefined,
      options,
    );
  }
}

export class SaccoSavingsAccountsResource extends Resource {
  /**
   * Open a savings account; a fixed one is opened with its deposit.
   *
   * `POST /api/v1/sacco/members/{member}/savings-accounts`
   */
  open(member: string, params: SaccoSavingsAccountsOpenParams, options?: KeyOptions): Call<SavingsAccount> {
    return this._call<SavingsAccount>(
      { verb: 'POST', path: '/api/v1/sacco/members/{member}/savings-accounts', key: 'body', body: true },
      [member],
      params,
      options,
    );
  }

  /**
   * A member's savings accounts, the default one first; also those that are closed.
   *
   * `GET /api/v1/sacco/members/{member}/savings-accounts`
   */
  list(
    member: string,
    params?: SaccoSavingsAccountsListParams,
    options?: RequestOptions,
  ): PageCall<SavingsAccount, Page<SavingsAccount>> {
    return this._list<SavingsAccount>(
      'savings_accounts',
      { verb: 'GET', path: '/api/v1/sacco/members/{member}/savings-accounts' },
      [member],
      params,
      options,
    );
  }

  /**
   * One savings account of a member.
   *
   * `GET /api/v1/sacco/members/{member}/savings-accounts/{savings_account}`
   */
  get(member: string, savingsAccount: string, options?: RequestOptions): Call<SavingsAccount> {
    return this._call<SavingsAccount>(
      { verb: 'GET', path: '/api/v1/sacco/members/{member}/savings-accounts/{savings_account}' },
      [member, savingsAccount],
      undefined,
      options,
    );
  }

  /**
   * Close an empty savings account: it takes no more money.
   *
   * `POST /api/v1/sacco/members/{member}/savings-accounts/{savings_account}/close`
   */
  close(member: string, savingsAccount: string, options?: RequestOptions): Call<SavingsAccount> {
    return this._call<SavingsAccount>(
      { verb: 'POST', path: '/api/v1/sacco/members/{member}/savings-accounts/{savings_account}/close' },
      [member, savingsAccount],
      undefined,
      options,
    );
  }

  /**
   * Give notice of taking money out: it can be withdrawn once the notice is ripe.
   *
   * `POST /api/v1/sacco/members/{member}/savings-accounts/{savings_account}/notices`
   */
  giveNotice(
    member: string,
    savingsAccount: string,
    params: SaccoSavingsAccountsGiveNoticeParams,
    options?: KeyOptions,
  ): Call<SavingsNotice> {
    return this._call<SavingsNotice>(
      {
        verb: 'POST',
        path: '/api/v1/sacco/members/{member}/savings-accounts/{savings_account}/notices',
        key: 'body',
        body: true,
      },
      [member, savingsAccount],
      params,
      options,
    );
  }

  /**
   * The notices of a savings account.
   *
   * `GET /api/v1/sacco/members/{member}/savings-accounts/{savings_account}/notices`
   */
  listNotices(
    member: string,
    savingsAccount: string,
    params?: SaccoSavingsAccountsListNoticesParams,
    options?: RequestOptions,
  ): PageCall<SavingsNotice, Page<SavingsNotice>> {
    return this._list<SavingsNotice>(
      'notices',
      { verb: 'GET', path: '/api/v1/sacco/members/{member}/savings-accounts/{savings_account}/notices' },
      [member, savingsAccount],
      params,
      options,
    );
  }
}

export class SaccoLoanProductsResource extends Resource {
  /**
   * Loan products.
   *
   * `GET /api/v1/sacco/loan-products`
   */
  list(
    params?: SaccoLoanProductsListParams,
    options?: RequestOptions,
  ): PageCall<LoanProduct, Page<LoanProduct>> {
    return this._list<LoanProduct>(
      'loan_products',
      { verb: 'GET', path: '/api/v1/sacco/loan-products' },
      [],
      params,
      options,
    );
  }

  /**
   * One loan product.
   *
   * `GET /api/v1/sacco/loan-products/{loan_product}`
   */
  get(loanProduct: string, options?: RequestOptions): Call<LoanProduct> {
    return this._call<LoanProduct>(
      { verb: 'GET', path: '/api/v1/sacco/loan-products/{loan_product}' },
      [loanProduct],
      undefined,
      options,
    );
  }
}

export class SaccoLoansResource extends Resource {
  /**
   * Apply for a loan; a checker decides.
   *
   * `POST /api/v1/sacco/loans`
   */
  apply(params: SaccoLoansApplyParams, options?: KeyOptions): Call<Loan> {
    return this._call<Loan>(
      { verb: 'POST', path: '/api/v1/sacco/loans', key: 'body', body: true },
      [],
      params,
      options,
    );
  }

  /**
   * Loans and applications, without their schedules.
   *
   * `GET /api/v1/sacco/loans`
   */
  list(
    params?: SaccoLoansListParams,
    options?: RequestOptions,
  ): PageCall<LoanSummary, Page<LoanSummary> & SaccoLoansListPage> {
    return this._list<LoanSummary, SaccoLoansListPage>(
      'loans',
      { verb: 'GET', path: '/api/v1/sacco/loans' },
      [],
      params,
      options,
    );
  }

  /**
   * One loan: its schedule, today's debt, its guarantors; as PDF if the Accept header asks for it. As PDF (`Accept: application/pdf`) it carries a code, which tells whoever holds the paper member number, amount and date at `/documents/{code}`. The answer is 503 `pdf_busy` while too many PDFs are being made. Only a loan that was disbursed has a schedule to print (409 `not_posted`).
   *
   * `GET /api/v1/sacco/loans/{loan}`
   */
  get(loan: string, params?: SaccoLoansGetParams, options?: RequestOptions): Call<Loan> {
    return this._call<Loan>({ verb: 'GET', path: '/api/v1/sacco/loans/{loan}' }, [loan], params, options);
  }

  /**
   * What one member answers for; as PDF the form that the guarantor signs. As PDF (`Accept: application/pdf`) it carries a code, which tells whoever holds the paper member number, amount and date at `/documents/{code}`. The answer is 503 `pdf_busy` while too many PDFs are being made.
   *
   * `GET /api/v1/sacco/loans/{loan}/guarantors/{member}`
   */
  guarantee(
    loan: string,
    member: string,
    params?: SaccoLoansGuaranteeParams,
    options?: RequestOptions,
  ): Call<Guarantee> {
    return this._call<Guarantee>(
      { verb: 'GET', path: '/api/v1/sacco/loans/{loan}/guarantors/{member}' },
      [loan, member],
      params,
      options,
    );
  }

  /**
   * A guarantor's decision, by the code that was sent or in person. Until the loan is approved, consent can be withdrawn by `decline`. In person it is recorded by a signed-in person other than whoever applied. Five wrong codes end the request.
   *
   * `POST /api/v1/sacco/loans/{loan}/guarantors/{member}/consent`
   */
  decideConsent(
    loan: string,
    member: string,
    params: SaccoLoansDecideConsentParams,
    options?: RequestOptions,
  ): Call<Guarantee> {
    return this._call<Guarantee>(
      { verb: 'POST', path: '/api/v1/sacco/loans/{loan}/guarantors/{member}/consent', body: true },
      [loan, member],
      params,
      options,
    );
  }

  /**
   * Ask a guarantor anew; the earlier link and code lead nowhere any more.
   *
   * `POST /api/v1/sacco/loans/{loan}/guarantors/{member}/consent-request`
   */
  requestConsent(loan: string, member: string, options?: RequestOptions): Call<Guarantee> {
    return this._call<Guarantee>(
      { verb: 'POST', path: '/api/v1/sacco/loans/{loan}/guarantors/{member}/consent-request' },
      [loan, member],
      undefined,
      options,
    );
  }

  /**
   * Write off the debt; a checker decides. The debt at the time of approval is collected from the guarantors in order, and the rest is a loss.
   *
   * `POST /api/v1/sacco/loans/{loan}/write-off`
   */
  writeOff(loan: string, params: SaccoLoansWriteOffParams, options?: KeyOptions): Call<Entry> {
    return this._call<Entry>(
      { verb: 'POST', path: '/api/v1/sacco/loans/{loan}/write-off', key: 'body', body: true },
      [loan],
      params,
      options,
    );
  }

  /**
   * Repay from cash, savings, or money that came into the bank, at most the payoff. The oldest installment is paid first: its penalty, then interest, then principal. The answer is 503 while another movement of the loan is being booked: the repayment is booked right after it, and repeating the request then returns its entry.
   *
   * `POST /api/v1/sacco/loans/{loan}/repayments`
   */
  repay(loan: string, params: SaccoLoansRepayParams, options?: KeyOptions): Call<Entry> {
    return this._call<Entry>(
      { verb: 'POST', path: '/api/v1/sacco/loans/{loan}/repayments', key: 'body', body: true },
      [loan],
      params,
      options,
    );
  }

  /**
   * What a repayment of some amount would pay today: penalty, interest and principal.
   *
   * `GET /api/v1/sacco/loans/{loan}/repayment-split`
   */
  split(loan: string, params: SaccoLoansSplitParams, options?: RequestOptions): Call<RepaymentSplit> {
    return this._call<RepaymentSplit>(
      { verb: 'GET', path: '/api/v1/sacco/loans/{loan}/repayment-split' },
      [loan],
      params,
      options,
    );
  }

  /**
   * What was paid of each installment and when, and when the loan was late.
   *
   * `GET /api/v1/sacco/loans/{loan}/history`
   */
  history(loan: string, options?: RequestOptions): Call<LoanHistory> {
    return this._call<LoanHistory>(
      { verb: 'GET', path: '/api/v1/sacco/loans/{loan}/history' },
      [loan],
      undefined,
      options,
    );
  }
}

export class SaccoProvisioningTableResource extends Resource {
  /**
   * The provisioning classes of loans and their rates.
   *
   * `GET /api/v1/sacco/provisioning-table`
   */
  get(options?: RequestOptions): Call<ProvisioningTable> {
    return this._call<ProvisioningTable>(
      { verb: 'GET', path: '/api/v1/sacco/provisioning-table' },
      [],
      undefined,
      options,
    );
  }
}

export class SaccoProvisionsResource extends Resource {
  /**
   * Adjust the allowance for loan losses to what the loan book requires; a checker decides. The required provision less the current allowance is computed on approval: `direction` is `in` for an increase, `out` for a release.
   *
   * `POST /api/v1/sacco/provisions`
   */
  create(params: SaccoProvisionsCreateParams, options?: KeyOptions): Call<Entry> {
    return this._call<Entry>(
      { verb: 'POST', path: '/api/v1/sacco/provisions', key: 'body', body: true },
      [],
      params,
      options,
    );
  }
}

export class SaccoDividendsResource extends Resource {
  /**
   * Declare a dividend, with a line for every member; a checker decides.
   *
   * `POST /api/v1/sacco/dividends`
   */
  declare(params: SaccoDividendsDeclareParams, options?: KeyOptions): Call<Dividend> {
    return this._call<Dividend>(
      { verb: 'POST', path: '/api/v1/sacco/dividends', key: 'body', body: true },
      [],
      params,
      options,
    );
  }

  /**
   * Dividends, without their lines.
   *
   * `GET /api/v1/sacco/dividends`
   */
  list(
    params?: SaccoDividendsListParams,
    options?: RequestOptions,
  ): PageCall<DividendSummary, Page<DividendSummary> & SaccoDividendsListPage> {
    return this._list<DividendSummary, SaccoDividendsListPage>(
      'dividends',
      { verb: 'GET', path: '/api/v1/sacco/dividends' },
      [],
      params,
      options,
    );
  }

  /**
   * One dividend with every line.
   *
   * `GET /api/v1/sacco/dividends/{dividend}`
   */
  get(dividend: string, options?: RequestOptions): Call<Dividend> {
    return this._call<Dividend>(
      { verb: 'GET', path: '/api/v1/sacco/dividends/{dividend}' },
      [dividend],
      undefined,
      options,
    );
  }

  /**
   * One member's line of a dividend; as PDF the advice of what was paid. As PDF (`Accept: application/pdf`) it carries a code, which tells whoever holds the paper member number, amount and date at `/documents/{code}`. The answer is 503 `pdf_busy` while too many PDFs are being made. Only a line that is paid has an advice (409 `not_posted`).
   *
   * `GET /api/v1/sacco/dividends/{dividend}/lines/{member}`
   */
  line(
    dividend: string,
    member: string,
    params?: SaccoDividendsLineParams,
    options?: RequestOptions,
  ): Call<MemberDividend> {
    return this._call<MemberDividend>(
      { verb: 'GET', path: '/api/v1/sacco/dividends/{dividend}/lines/{member}' },
      [dividend, member],
      params,
      options,
    );
  }

  /**
   * Retry only the failed lines.
   *
   * `POST /api/v1/sacco/dividends/{dividend}/retry`
   */
  retry(dividend: string, options?: RequestOptions): Call<Dividend> {
    return this._call<Dividend>(
      { verb: 'POST', path: '/api/v1/sacco/dividends/{dividend}/retry' },
      [dividend],
      undefined,
      options,
    );
  }
}

export class SaccoSavingsInterestResource extends Resource {
  /**
   * Declare interest on deposits, with a line for every savings account of a product; a checker decides.
   *
   * `POST /api/v1/sacco/savings-interest`
   */
  declare(params: SaccoSavingsInterestDeclareParams, options?: KeyOptions): Call<SavingsInterest> {
    return this._call<SavingsInterest>(
      { verb: 'POST', path: '/api/v1/sacco/savings-interest', key: 'body', body: true },
      [],
      params,
      options,
    );
  }

  /**
   * Interest on deposits, without its lines.
   *
   * `GET /api/v1/sacco/savings-interest`
   */
  list(
    params?: SaccoSavingsInterestListParams,
    options?: RequestOptions,
  ): PageCall<SavingsInterestSummary, Page<SavingsInterestSummary> & SaccoSavingsInterestListPage> {
    return this._list<SavingsInterestSummary, SaccoSavingsInterestListPage>(
      'savings_interest',
      { verb: 'GET', path: '/api/v1/sacco/savings-interest' },
      [],
      params,
      options,
    );
  }

  /**
   * Interest of one period with every line.
   *
   * `GET /api/v1/sacco/savings-interest/{savings_interest}`
   */
  get(savingsInterest: string, options?: RequestOptions): Call<SavingsInterest> {
    return this._call<SavingsInterest>(
      { verb: 'GET', path: '/api/v1/sacco/savings-interest/{savings_interest}' },
      [savingsInterest],
      undefined,
      options,
    );
  }

  /**
   * Retry only the failed lines of interest.
   *
   * `POST /api/v1/sacco/savings-interest/{savings_interest}/retry`
   */
  retry(savingsInterest: string, options?: RequestOptions): Call<SavingsInterest> {
    return this._call<SavingsInterest>(
      { verb: 'POST', path: '/api/v1/sacco/savings-interest/{savings_interest}/retry' },
      [savingsInterest],
      undefined,
      options,
    );
  }
}

export class SaccoTaxRemittancesResource extends Resource {
  /**
   * Pay withheld tax to the authority, in cash or by the bank; a checker decides.
   *
   * `POST /api/v1/sacco/tax-remittances`
   */
  create(params: SaccoTaxRemittancesCreateParams, options?: KeyOptions): Call<Entry> {
    return this._call<Entry>(
      { verb: 'POST', path: '/api/v1/sacco/tax-remittances', key: 'body', body: true },
      [],
      params,
      options,
    );
  }
}

export class SaccoResource extends Resource {
  readonly settings: SaccoSettingsResource = new SaccoSettingsResource(this._transport);
  readonly expenses: SaccoExpensesResource = new SaccoExpensesResource(this._transport);
  readonly reports: SaccoReportsResource = new SaccoReportsResource(this._transport);
  readonly bankings: SaccoBankingsResource = new SaccoBankingsResource(this._transport);
  readonly unallocated: SaccoUnallocatedResource = new SaccoUnallocatedResource(this._transport);
  readonly imports: SaccoImportsResource = new SaccoImportsResource(this._transport);
  readonly movementBatches: SaccoMovementBatchesResource = new SaccoMovementBatchesResource(this._transport);
  readonly employers: SaccoEmployersResource = new SaccoEmployersResource(this._transport);
  readonly members: SaccoMembersResource = new SaccoMembersResource(this._transport);
  readonly notificationTemplates: SaccoNotificationTemplatesResource = new SaccoNotificationTemplatesResource(
    this._transport,
  );
  readonly tills: SaccoTillsResource = new SaccoTillsResource(this._transport);
  readonly tillSessions: SaccoTillSessionsResource = new SaccoTillSessionsResource(this._transport);
  readonly cashAdjustments: SaccoCashAdjustmentsResource = new SaccoCashAdjustmentsResource(this._transport);
  readonly entries: SaccoEntriesResource = new SaccoEntriesResource(this._transport);
  readonly savingsProducts: SaccoSavingsProductsResource = new SaccoSavingsProductsResource(this._transport);
  readonly savingsAccounts: SaccoSavingsAccountsResource = new SaccoSavingsAccountsResource(this._transport);
  readonly loanProducts: SaccoLoanProductsResource = new SaccoLoanProductsResource(this._transport);
  readonly loans: SaccoLoansResource = new SaccoLoansResource(this._transport);
  readonly provisioningTable: SaccoProvisioningTableResource = new SaccoProvisioningTableResource(
    this._transport,
  );
  readonly provisions: SaccoProvisionsResource = new SaccoProvisionsResource(this._transport);
  readonly dividends: SaccoDividendsResource = new SaccoDividendsResource(this._transport);
  readonly savingsInterest: SaccoSavingsInterestResource = new SaccoSavingsInterestResource(this._transport);
  readonly taxRemittances: SaccoTaxRemittancesResource = new SaccoTaxRemittancesResource(this._transport);

  /**
   * What somebody's first page shows, by role. A signed-in person's own day at the counter and loans, what waits for approval, and for owners, admins, checkers and API keys the figures of the cooperative: a year by month, the largest arrears, collections by week, and the state of the books.
   *
   * `GET /api/v1/sacco/home`
   */
  home(options?: RequestOptions): Call<Home> {
    return this._call<Home>({ verb: 'GET', path: '/api/v1/sacco/home' }, [], undefined, options);
  }

  /**
   * Cash on hand and income.
   *
   * `GET /api/v1/sacco/treasury`
   */
  treasury(options?: RequestOptions): Call<Treasury> {
    return this._call<Treasury>({ verb: 'GET', path: '/api/v1/sacco/treasury' }, [], undefined, options);
  }

  /**
   * Members by status, balances by account kind, the loan portfolio, and whether debits equal credits.
   *
   * `GET /api/v1/sacco/summary`
   */
  summary(options?: RequestOptions): Call<Summary> {
    return this._call<Summary>(
      { verb: 'GET', path: '/api/v1/sacco/summary', answered_maps: ['balances'] },
      [],
      undefined,
      options,
    );
  }

  /**
   * Outstanding loans, and how much of them is at risk.
   *
   * `GET /api/v1/sacco/portfolio`
   */
  portfolio(options?: RequestOptions): Call<Portfolio> {
    return this._call<Portfolio>({ verb: 'GET', path: '/api/v1/sacco/portfolio' }, [], undefined, options);
  }

  /**
   * The portfolio at the end of each month, oldest first. Months end with their last local day. The current month shows the portfolio of now; future months are omitted.
   *
   * `GET /api/v1/sacco/portfolio/history`
   */
  portfolioHistory(params: SaccoPortfolioHistoryParams, options?: RequestOptions): Call<PortfolioHistory> {
    return this._call<PortfolioHistory>(
      { verb: 'GET', path: '/api/v1/sacco/portfolio/history' },
      [],
      params,
      options,
    );
  }
}
