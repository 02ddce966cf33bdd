/** Runs of interest on deposits and their lines as stored. */
import type { ModelObject, QueryBuilder } from 'objection';
import type { NamedMember, interestTerms } from '../cooperative/index.ts';
import { Line, Run } from '../distributions/index.ts';

export class SavingsInterest extends Run {
  static override tableName = 'sacco_savings_interest';
  static override label = 'interest run';

  declare rate_bps: interestTerms.Terms['rate_bps'];
  declare basis: interestTerms.Terms['basis'];
  declare counting: interestTerms.Terms['counting'];
  declare credit_to: interestTerms.Terms['credit_to'];
  declare product_id: string;
  /** Whether the account that every member has earns it, too. */
  declare of_default_accounts: boolean;
  /**
   * The first instant after its period, where the closing balances of its lines stay true; null: the ledger may still date bookings
   * before it, or the run is of before it was stored.
   */
  declare ends_at: Date | null;
}

export type SavingsInterestRow = ModelObject<SavingsInterest>;

export type AccountsOfRun = Pick<SavingsInterestRow, 'product_id' | 'of_default_accounts'>;

/** A condition on runs: some of these accounts are among theirs. */
export const onSameAccounts =
  ({ product_id, of_default_accounts }: AccountsOfRun) =>
  (runs: QueryBuilder<SavingsInterest>): void => {
    void runs.where({ product_id });
    if (of_default_accounts) void runs.orWhere({ of_default_accounts });
  };

export class SavingsInterestLine extends Line {
  static override tableName = 'sacco_savings_interest_lines';
  static override idColumn = ['savings_interest_id', 'member_id', 'savings_account_id'];
  static override label = 'line of interest';

  declare savings_interest_id: string;
  declare savings_account_id: string;
  /** Decimal text: the sum of the balances that count, of each day or of each month. */
  declare balances_minor: string;
  /** What the account held when the period ended. */
  declare closing_minor: bigint | null;
}

/** With the member whom it pays. */
export class NamedInterestLine extends SavingsInterestLine {
  declare member_no: NamedMember['member_no'];
  declare full_name: NamedMember['full_name'];
}

export type NamedInterestLineRow = ModelObject<NamedInterestLine>;
