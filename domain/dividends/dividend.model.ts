/** Dividends and their lines as stored. */
import type { ModelObject } from 'objection';
import type { Currency } from '../../core/money.ts';
import type { NamedMember } from '../cooperative/index.ts';
import { Line, Run, type Sums } from '../distributions/index.ts';

/** The accounts that a dividend can be paid from. */
export const DIVIDEND_SOURCES = ['interest_income', 'fee_income'] as const;

export class Dividend extends Run {
  static override tableName = 'sacco_dividends';
  static override label = 'dividend';

  declare share_rate_bps: number;
  declare interest_rebate_bps: number;
  declare paid_from: (typeof DIVIDEND_SOURCES)[number];
}

export type DividendRow = ModelObject<Dividend>;

export class DividendLine extends Line {
  static override tableName = 'sacco_dividend_lines';
  static override idColumn = ['dividend_id', 'member_id'];
  static override label = 'dividend line';

  declare dividend_id: string;
  declare shares_minor: bigint;
  declare interest_paid_minor: bigint;
  /** Chosen by the member before the declaration; null: the account that every member has. */
  declare savings_account_id: string | null;
}

export type DividendLineRow = ModelObject<DividendLine>;

/** With the member whom it pays. */
export class NamedDividendLine extends DividendLine {
  declare member_no: NamedMember['member_no'];
  declare full_name: NamedMember['full_name'];
}

export type NamedDividendLineRow = ModelObject<NamedDividendLine>;

/** What a dividend would come to now. */
export interface DividendPreview extends Sums {
  currency: Currency;
  withholding_tax_bps: number;
  /** What the income account holds. */
  available_minor: bigint;
}
