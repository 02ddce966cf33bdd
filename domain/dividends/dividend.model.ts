/** Dividends and their lines as stored. */
import type { ModelObject } from 'objection';
import type { Reason } from '../../core/errors.ts';
import type { Currency } from '../../core/money.ts';
import type { Environment } from '../../core/scope.ts';
import { TableModel } from '../../db/model.ts';
import type { NamedMember } from '../cooperative/index.ts';

export const DIVIDEND_STATUSES = [
  'declared',
  'paid',
  'paid_with_exceptions',
  'failed',
  'rejected',
  'cancelled',
] as const;
export type DividendStatus = (typeof DIVIDEND_STATUSES)[number];

/** The accounts that a dividend can be paid from. */
export const DIVIDEND_SOURCES = ['interest_income', 'fee_income'] as const;

export const DIVIDEND_LINE_STATUSES = ['pending', 'paid', 'failed'] as const;

export class Dividend extends TableModel {
  static override tableName = 'sacco_dividends';
  static override label = 'dividend';

  declare id: string;
  declare project_id: string;
  declare environment: Environment;
  declare label: string;
  /** Local dates, both included. */
  declare period_start: string;
  declare period_end: string;
  declare share_rate_bps: number;
  declare interest_rebate_bps: number;
  declare paid_from: (typeof DIVIDEND_SOURCES)[number];
  declare currency: Currency;
  declare status: DividendStatus;
  declare total_minor: bigint;
  declare failed_minor: bigint;
  declare entry_id: string;
  declare approval_id: string | null;
  declare created_at: Date;
  declare paid_at: Date | null;
  /** Real time; while lines are to be paid. */
  declare due_at: Date | null;
}

export type DividendRow = ModelObject<Dividend>;

export class DividendLine extends TableModel {
  static override tableName = 'sacco_dividend_lines';
  static override idColumn = ['dividend_id', 'member_id'];
  static override label = 'dividend line';

  declare dividend_id: string;
  declare member_id: string;
  declare project_id: string;
  declare environment: Environment;
  declare shares_minor: bigint;
  declare interest_paid_minor: bigint;
  declare amount_minor: bigint;
  declare status: (typeof DIVIDEND_LINE_STATUSES)[number];
  declare error: Reason | null;
  /** The entry that pays it, from when it is being booked. */
  declare entry_id: string | null;
}

export type DividendLineRow = ModelObject<DividendLine>;

/** With the member whom it pays. */
export class NamedDividendLine extends DividendLine {
  declare member_no: NamedMember['member_no'];
  declare full_name: NamedMember['full_name'];
}

export type NamedDividendLineRow = ModelObject<NamedDividendLine>;
