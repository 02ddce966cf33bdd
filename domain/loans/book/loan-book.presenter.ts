/** The loan book's reports on the wire, as JSON and CSV. */
import { collect, mapEach } from '../../../core/async-iterables.ts';
import { currencySchema, moneyFields, movementMoneyFields } from '../../../core/common-schemas.ts';
import { csvOf } from '../../../core/csv.ts';
import { formatMinor, money } from '../../../core/money.ts';
import {
  arrayOf,
  date,
  dateTime,
  integer,
  object,
  resource,
  string,
  type Wire,
} from '../../../core/schema.ts';
import type { Page } from '../../../db/page.ts';
import type { Ageing, AgeingClass } from './ageing.ts';
import type { LateLoan } from './arrears.ts';
import type { Collection } from './collection-sheet.ts';
import type { Borrower } from './open-book.sql.ts';
import type { PortfolioGroup } from './portfolio-groups.ts';
import type { LoanClass } from '../provisioning/provisioning.rules.ts';

// ── provisioning table ───────────────────────────────────────────────────────────────────────────────────────────────

const classFields = {
  name: string,
  from_days: integer.describe('Days past due from which a loan is of this class'),
  rate_bps: integer.describe('Share of the outstanding principal that is provided for'),
};

export const provisioningTableSchema = resource(
  'ProvisioningTable',
  'How late loans are classed, and how much of each class is provided for',
  { classes: arrayOf(object(classFields)) },
);

export function presentProvisioningTable(
  classes: readonly LoanClass[],
): Wire<typeof provisioningTableSchema> {
  return { classes: classes.map(({ name, from_days, rate_bps }) => ({ name, from_days, rate_bps })) };
}

// ── ageing ───────────────────────────────────────────────────────────────────────────────────────────────────────────

const ageingClassSchema = object({
  ...classFields,
  loans: integer,
  ...moneyFields('outstanding', 'overdue', 'provision'),
});

export const ageingSchema = resource(
  'Ageing',
  'Open loans by how late they are, and what is to be provided for',
  {
    as_of: dateTime,
    currency: currencySchema,
    classes: arrayOf(ageingClassSchema),
    ...moneyFields('outstanding', 'provision', 'allowance'),
    rescheduled: object({ loans: integer, ...moneyFields('outstanding') }),
    ...moneyFields('par30'),
    par30_bps: integer.describe('Share of the outstanding principal that is 30 days late'),
    ...moneyFields('par90'),
    par90_bps: integer.describe('The same for 90 days'),
  },
);

export function presentAgeing({ classes, ...ageing }: Ageing): Wire<typeof ageingSchema> {
  return {
    as_of: ageing.as_of,
    currency: ageing.currency,
    classes: classes.map(presentAgeingClass),
    ...money('outstanding', ageing.outstanding_minor),
    ...money('provision', ageing.provision_minor),
    ...money('allowance', ageing.allowance_minor),
    // Always 0: a schedule does not change after the disbursement.
    rescheduled: { loans: 0, ...money('outstanding', 0n) },
    ...money('par30', ageing.par30_minor),
    par30_bps: ageing.par30_bps,
    ...money('par90', ageing.par90_minor),
    par90_bps: ageing.par90_bps,
  };
}

function presentAgeingClass({ name, from_days, rate_bps, loans, ...sums }: AgeingClass) {
  return {
    name,
    from_days,
    rate_bps,
    loans,
    ...money('outstanding', sums.outstanding_minor),
    ...money('overdue', sums.overdue_minor),
    ...money('provision', sums.provision_minor),
  };
}

export function ageingCsv({ classes }: Ageing): AsyncIterable<string> {
  return csvOf(ageingClassSchema, classes.map(presentAgeingClass));
}

// ── arrears ──────────────────────────────────────────────────────────────────────────────────────────────────────────

const borrowerFields = {
  loan_id: string,
  member_id: string,
  member_no: string,
  full_name: string,
  phone: string.nullable(),
};

const lateLoanFields = {
  ...borrowerFields,
  days_past_due: integer,
  class: string.describe('Of the provisioning table'),
  ...moneyFields('overdue_principal', 'overdue_charges', 'overdue', 'outstanding'),
};

export const arrearsSchema = resource('Arrears', 'Loans of which something is late, the longest first', {
  arrears: arrayOf(
    object({
      ...lateLoanFields,
      guarantors: arrayOf(
        object({
          member_id: string,
          full_name: string,
          phone: string.nullable(),
          ...movementMoneyFields('amount'),
        }),
      ),
    }),
  ),
});

/** In one cell: CSV has no lists. */
const lateLoanLine = object({ ...lateLoanFields, guarantors: string });

export async function presentArrears(loans: AsyncIterable<LateLoan>): Promise<Wire<typeof arrearsSchema>> {
  const presented = mapEach(loans, (loan) => ({
    ...presentLateLoan(loan),
    guarantors: loan.guarantors.map(({ amount_minor, ...who }) => ({
      ...who,
      ...money('amount', amount_minor),
    })),
  }));
  return { arrears: await collect(presented) };
}

export function arrearsCsv(loans: AsyncIterable<LateLoan>): AsyncIterable<string> {
  return csvOf(
    lateLoanLine,
    mapEach(loans, (loan) => ({ ...presentLateLoan(loan), guarantors: guarantorsText(loan) })),
  );
}

function presentBorrower({ loan_id, member_id, member_no, full_name, phone }: Borrower) {
  return { loan_id, member_id, member_no, full_name, phone };
}

function presentLateLoan(loan: LateLoan) {
  const { overdue_principal_minor, overdue_charges_minor } = loan;
  return {
    ...presentBorrower(loan),
    days_past_due: loan.days_past_due,
    class: loan.class,
    ...money('overdue_principal', overdue_principal_minor),
    ...money('overdue_charges', overdue_charges_minor),
    ...money('overdue', overdue_principal_minor + overdue_charges_minor),
    ...money('outstanding', loan.outstanding_minor),
  };
}

/** `Name +254712345678 150.00; …` */
function guarantorsText({ guarantors }: LateLoan): string {
  return guarantors
    .map(({ full_name, phone, amount_minor }) =>
      [full_name, phone, formatMinor(amount_minor)].filter((part) => part !== null).join(' '),
    )
    .join('; ');
}

// ── collection sheet ─────────────────────────────────────────────────────────────────────────────────────────────────

const collectionSchema = object({ ...borrowerFields, ...moneyFields('due', 'overdue', 'total') });

export const collectionSheetSchema = resource(
  'CollectionSheet',
  'What is to be collected on a day, loan by loan; of a day ahead, if nothing is paid until then',
  {
    date,
    loans: arrayOf(collectionSchema),
    next_after: string.nullable().describe('Null where there is no further page, as without `limit`'),
  },
);

export function presentCollectionSheet(
  day: string,
  { items, next_after }: Page<Collection>,
): Wire<typeof collectionSheetSchema> {
  return { date: day, loans: items.map(presentCollection), next_after };
}

export function collectionSheetCsv(collections: AsyncIterable<Collection>): AsyncIterable<string> {
  return csvOf(collectionSchema, mapEach(collections, presentCollection));
}

function presentCollection({ due_minor, overdue_minor, ...loan }: Collection): Wire<typeof collectionSchema> {
  return {
    ...presentBorrower(loan),
    ...money('due', due_minor),
    ...money('overdue', overdue_minor),
    ...money('total', due_minor + overdue_minor),
  };
}

// ── groups ───────────────────────────────────────────────────────────────────────────────────────────────────────────

const groupSchema = object({
  key: string
    .nullable()
    .describe(
      'The id of the product or of the staff member, or the name of the class; null of loans that nobody looks after',
    ),
  name: string.nullable(),
  loans: integer,
  ...moneyFields('outstanding', 'overdue', 'par30'),
});

export const portfolioGroupsSchema = resource('PortfolioGroups', 'Open loans by what they have in common', {
  groups: arrayOf(groupSchema),
});

export function presentPortfolioGroups(
  groups: readonly PortfolioGroup[],
): Wire<typeof portfolioGroupsSchema> {
  return { groups: groups.map(presentGroup) };
}

export function portfolioGroupsCsv(groups: readonly PortfolioGroup[]): AsyncIterable<string> {
  return csvOf(groupSchema, groups.map(presentGroup));
}

function presentGroup({ key, name, loans, ...sums }: PortfolioGroup): Wire<typeof groupSchema> {
  return {
    key,
    name,
    loans,
    ...money('outstanding', sums.outstanding_minor),
    ...money('overdue', sums.overdue_minor),
    ...money('par30', sums.par30_minor),
  };
}
