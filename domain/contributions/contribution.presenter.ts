/** Contributions as clients see them, and the report as JSON and as the lines of CSV. */
import { collect, mapEach } from '../../core/async-iterables.ts';
import { currencySchema, moneyFields, movementMoneyFields } from '../../core/common-schemas.ts';
import { csvOf } from '../../core/csv.ts';
import { money } from '../../core/money.ts';
import {
  arrayOf,
  date,
  dateTime,
  namedChoice,
  object,
  resource,
  string,
  type Wire,
} from '../../core/schema.ts';
import { CONTRIBUTION_FREQUENCIES, type ContributionRow } from './contribution.model.ts';
import type { ContributionReport, ContributionStanding } from './report-contributions.ts';

const frequency = namedChoice(
  'ContributionFrequency',
  'How often a contribution falls due',
  CONTRIBUTION_FREQUENCIES,
);

export const contributionSchema = resource('Contribution', 'What a member has agreed to save regularly', {
  member_id: string,
  ...movementMoneyFields('amount'),
  frequency,
  start_date: date,
  updated_at: dateTime,
});

export function presentContribution(row: ContributionRow): Wire<typeof contributionSchema> {
  const { member_id, frequency: how_often, start_date, updated_at } = row;
  return { member_id, ...money('amount', row.amount_minor), frequency: how_often, start_date, updated_at };
}

const standingSchema = object({
  member_id: string,
  member_no: string,
  full_name: string,
  ...movementMoneyFields('amount'),
  frequency,
  start_date: date,
  ...moneyFields('expected', 'contributed', 'arrears'),
});

export const contributionReportSchema = resource(
  'ContributionReport',
  'What members were to save by a day, and what they have',
  {
    date,
    currency: currencySchema,
    rows: arrayOf(standingSchema).describe('In the order of the numbers of members'),
    ...moneyFields('total_arrears'),
  },
);

export async function presentContributionReport({
  date: day,
  currency,
  rows,
}: ContributionReport): Promise<Wire<typeof contributionReportSchema>> {
  const all = await collect(rows);
  const total_minor = all.reduce((sum, { arrears_minor }) => sum + arrears_minor, 0n);
  return { date: day, currency, rows: all.map(presentStanding), ...money('total_arrears', total_minor) };
}

/** A line for each member. */
export function contributionCsv({ rows }: ContributionReport): AsyncIterable<string> {
  return csvOf(standingSchema, mapEach(rows, presentStanding));
}

function presentStanding(row: ContributionStanding): Wire<typeof standingSchema> {
  const { member_id, member_no, full_name, start_date } = row;
  return {
    member_id,
    member_no,
    full_name,
    ...money('amount', row.amount_minor),
    frequency: row.frequency,
    start_date,
    ...money('expected', row.expected_minor),
    ...money('contributed', row.contributed_minor),
    ...money('arrears', row.arrears_minor),
  };
}
