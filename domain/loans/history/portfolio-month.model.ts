/** The loan book at the end of past months, as stored: written once and never changed. */
import type { ModelObject } from 'objection';
import type { Environment } from '../../../core/scope.ts';
import { TableModel } from '../../../db/model.ts';

export class PortfolioMonth extends TableModel {
  static override tableName = 'sacco_portfolio_months';
  static override idColumn = ['project_id', 'environment', 'utc_offset_minutes', 'month_end'];
  static override label = 'month of the portfolio';

  declare project_id: string;
  declare environment: Environment;
  /** The time zone in which the month ended, in minutes east of UTC. */
  declare utc_offset_minutes: number;
  /** The month's last day. */
  declare month_end: string;
  declare active_loans: bigint;
  /** Decimal text: numeric has no parser. */
  declare outstanding_minor: string;
  declare par30_minor: string;
  declare par90_minor: string;
}

export type PortfolioMonthRow = ModelObject<PortfolioMonth>;
