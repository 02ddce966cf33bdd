/** Tax as clients see it: of a member, and what was withheld in a period, as JSON and as the lines of CSV. */
import { collect, mapEach } from '../../core/async-iterables.ts';
import { currencySchema, moneyFields } from '../../core/common-schemas.ts';
import { csvOf } from '../../core/csv.ts';
import { money } from '../../core/money.ts';
import { arrayOf, boolean, date, object, oneOf, resource, string, type Wire } from '../../core/schema.ts';
import { withholding } from '../cooperative/index.ts';
import type { MemberTaxRow } from './member-tax.ts';
import type { WithheldRow, WithholdingReport } from './report-withholding.ts';

export const memberTaxSchema = resource('MemberTax', "A member's tax number, and whether tax is withheld", {
  member_id: string,
  tax_number: string.nullable(),
  exempt: boolean.describe('Whether nothing is withheld from interest and dividends'),
  reason: string.nullable().describe('Why the member is exempt'),
});

export function presentMemberTax({
  id,
  tax_number,
  tax_exemption,
}: MemberTaxRow): Wire<typeof memberTaxSchema> {
  return { member_id: id, tax_number, exempt: tax_exemption !== null, reason: tax_exemption };
}

const withheldSchema = object({
  member_no: string,
  full_name: string,
  tax_number: string.nullable(),
  kind: oneOf(withholding.KINDS),
  ...moneyFields('gross', 'tax'),
});

export const withholdingReportSchema = resource(
  'WithholdingReport',
  'Interest on deposits and dividends that were paid in a period, and the tax withheld from them',
  {
    from: date,
    to: date,
    currency: currencySchema,
    rows: arrayOf(withheldSchema).describe('One for each member and kind, in the order of their numbers'),
    ...moneyFields('total_gross', 'total_tax'),
  },
);

export async function presentWithholdingReport({
  from,
  to,
  currency,
  rows,
}: WithholdingReport): Promise<Wire<typeof withholdingReportSchema>> {
  const all = await collect(rows);
  const total = (of: (row: WithheldRow) => bigint): bigint => all.reduce((sum, row) => sum + of(row), 0n);
  return {
    from,
    to,
    currency,
    rows: all.map(presentWithheld),
    ...money(
      'total_gross',
      total(({ gross_minor }) => gross_minor),
    ),
    ...money(
      'total_tax',
      total(({ tax_minor }) => tax_minor),
    ),
  };
}

/** A line for each member and kind. */
export function withholdingCsv({ rows }: WithholdingReport): AsyncIterable<string> {
  return csvOf(withheldSchema, mapEach(rows, presentWithheld));
}

function presentWithheld({ gross_minor, tax_minor, ...row }: WithheldRow): Wire<typeof withheldSchema> {
  return { ...row, ...money('gross', gross_minor), ...money('tax', tax_minor) };
}
