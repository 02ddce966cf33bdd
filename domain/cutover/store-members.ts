/** Stores what an approved import brings: customers, members, and the lines that are then booked. All, or nothing. */
import { decodeId, derivedUuid, encodeId } from '../../core/ids.ts';
import { groupBy } from '../../core/group-by.ts';
import { localDateAt, startOfDay } from '../../core/local-date.ts';
import { toJson } from '../../core/json.ts';
import { insertAll } from '../../db/insert-many.ts';
import { scopeColumns } from '../../db/model.ts';
import { SaccoMember } from '../cooperative/index.ts';
import { storeVerifiedCustomers } from '../customers/index.ts';
import { openAccounts } from '../ledger/index.ts';
import type { OpeningLoan } from '../loans/index.ts';
import { saccoAccounts } from '../movements/index.ts';
import type { CallerUnit, ScopedContext } from '../platform/unit.ts';
import { SavingsAccount } from '../savings/index.ts';
import type { CheckedImport } from './check-import.ts';
import { guaranteedLoan } from './cross-check.rules.ts';
import type { ImportRow } from './import.model.ts';
import { storeLoan, type LineContent } from './line-content.ts';
import { accountEntries } from './plan.rules.ts';
import type { MemberLine } from './read-members.rules.ts';
import type { LoanLine } from './read-loans.rules.ts';

/** Rows that one statement inserts, and accounts that one call opens. */
const PER_STATEMENT = 2_000;

/** Ids follow from the import and the line, so that another attempt has the same. */
function idOf(
  kind: 'member' | 'loan' | 'customer' | 'savings_account',
  { id }: ImportRow,
  line_no: number,
): string {
  return encodeId(kind, derivedUuid(decodeId(id), kind, String(line_no)));
}

/** Opens every account that will be moved; what is open stays as it is. Not part of a transaction: whoever finds a member finds its accounts. */
export async function openImportedAccounts(
  { ctx, scope }: ScopedContext,
  row: ImportRow,
  checked: CheckedImport,
): Promise<void> {
  const { lines, accounts, settings } = checked;
  const { currency } = settings;
  const of_sacco = [
    ...saccoAccounts.OPENED_WITH_SETTINGS,
    ...saccoAccounts.openedWhenMoved(['opening_balances', ...accounts.map(({ kind }) => kind)]),
  ];
  const keys = [
    ...[...new Set(of_sacco)].map((kind) => ({ kind, currency, owner: '' })),
    ...lines.members.flatMap(({ line_no }) =>
      saccoAccounts.OPENED_ON_JOINING.map((kind) => ({
        kind,
        currency,
        owner: idOf('member', row, line_no),
      })),
    ),
    ...lines.members.flatMap((member) => {
      const owner = savingsAccountOf(row, checked, member);
      return owner === null ? [] : [{ kind: 'member_savings' as const, currency, owner }];
    }),
    ...lines.loans.flatMap(({ line_no }) =>
      saccoAccounts.OPENED_ON_DISBURSEMENT.map((kind) => ({
        kind,
        currency,
        owner: idOf('loan', row, line_no),
      })),
    ),
  ];
  for (let at = 0; at < keys.length; at += PER_STATEMENT)
    await openAccounts(
      ctx.db,
      ctx.ledger,
      keys.slice(at, at + PER_STATEMENT).map((key) => ({ scope, key })),
    );
}

/** The account of another product than the default one; null: the member's default account. */
function savingsAccountOf(
  row: ImportRow,
  { savings_products }: CheckedImport,
  { line_no, savings_product }: MemberLine,
): string | null {
  return savings_product !== null && savings_products.has(savings_product)
    ? idOf('savings_account', row, line_no)
    : null;
}

/** @throws DatabaseError for a number, phone or reference that was taken since it was checked */
export async function storeMembers(unit: CallerUnit, row: ImportRow, checked: CheckedImport): Promise<void> {
  const { trx, scope } = unit;
  const { members } = checked.lines;
  const { settings } = checked;
  const now = scope.clock.now();
  for (let at = 0; at < members.length; at += PER_STATEMENT) {
    const some = members.slice(at, at + PER_STATEMENT);
    await storeVerifiedCustomers(
      unit,
      some.map(({ line_no, full_name, phone, kind, email, date_of_birth, external_ref }) => ({
        id: idOf('customer', row, line_no),
        full_name,
        phone,
        kind,
        email,
        date_of_birth,
        external_ref,
      })),
    );
    await insertAll(
      trx,
      SaccoMember.tableName,
      some.map(({ line_no, member_no, joined_on, entrance_fee_paid }) => ({
        id: idOf('member', row, line_no),
        ...scopeColumns(scope),
        member_no,
        customer_id: idOf('customer', row, line_no),
        status: 'active',
        entrance_fee_paid: entrance_fee_paid || settings.entrance_fee_minor === 0n,
        joined_at: joined_on === null ? now : startOfDay(joined_on, settings.utc_offset_minutes),
        updated_at: now,
      })),
    );
  }
  await storeSavingsAccounts(unit, row, checked);
  const lines = linesOf(row, checked);
  for (let at = 0; at < lines.length; at += PER_STATEMENT)
    await insertAll(trx, 'sacco_import_lines', lines.slice(at, at + PER_STATEMENT));
}

async function storeSavingsAccounts(
  { trx, scope }: CallerUnit,
  row: ImportRow,
  checked: CheckedImport,
): Promise<void> {
  const opened_at = scope.clock.now();
  const { lines, savings_products, settings } = checked;
  const accounts = lines.members.flatMap((member) => {
    const id = savingsAccountOf(row, checked, member);
    const product = savings_products.get(member.savings_product ?? '');
    if (id === null || !product) return [];
    return {
      id,
      ...scopeColumns(scope),
      member_id: idOf('member', row, member.line_no),
      product_id: product.id,
      kind: product.kind,
      currency: product.currency,
      status: 'active',
      opened_on: localDateAt(opened_at, settings.utc_offset_minutes),
      opened_at,
    };
  });
  for (let at = 0; at < accounts.length; at += PER_STATEMENT)
    await insertAll(trx, SavingsAccount.tableName, accounts.slice(at, at + PER_STATEMENT));
}

interface Named {
  member_id: string | null;
  loan_id: string | null;
  content: LineContent;
}

/** Members before loans: what guarantees a loan is held by then. */
function linesOf(row: ImportRow, checked: CheckedImport): object[] {
  const { lines, products, accounts } = checked;
  const by_number = new Map(lines.members.map((member) => [member.member_no, member]));
  const pledges = pledgesOf(row, checked, by_number);
  const of_members = lines.members.map((member) =>
    memberLine(row, checked, { member, pledges: pledges.by_guarantor }),
  );
  const of_loans = lines.loans.map((loan): Named => {
    const borrower = by_number.get(loan.member_no) as MemberLine;
    const product = products.get(loan.product) as OpeningLoan['product'];
    return loanLine(row, loan, { borrower, product, guarantees: pledges.by_loan.get(loan) ?? [] });
  });
  const of_accounts = accountEntries(accounts).map((booked): Named => {
    const total = booked.reduce((sum, { amount_minor }) => sum + amount_minor, 0n);
    const own = booked.map((each) => ({ ...each, amount_minor: String(each.amount_minor) }));
    return { member_id: null, loan_id: null, content: { amount_minor: String(total), lines: own } };
  });
  const cash: Named = {
    member_id: null,
    loan_id: null,
    content: { amount_minor: String(row.cash_on_hand_minor), source: 'cash' },
  };
  return [...of_members, ...of_loans, ...of_accounts, cash]
    .filter(({ content }) => content.amount_minor !== '0')
    .map((each, no) => ({
      import_id: row.id,
      no,
      ...each,
      content: toJson(each.content),
      status: 'pending',
      entry_id: null,
    }));
}

type Pledges = Map<string, NonNullable<LineContent['guarantees']>>;

function pledgesOf(
  row: ImportRow,
  checked: CheckedImport,
  by_number: ReadonlyMap<string, MemberLine>,
): { by_guarantor: Pledges; by_loan: Map<LoanLine, OpeningLoan['guarantees'][number][]> } {
  const { lines } = checked;
  const loans_of = groupBy(lines.loans, ({ member_no }) => member_no);
  const by_guarantor: Pledges = new Map();
  const by_loan = new Map<LoanLine, OpeningLoan['guarantees'][number][]>();
  for (const line of lines.guarantors) {
    const loan = guaranteedLoan(loans_of, line) as LoanLine;
    const guarantor = by_number.get(line.guarantor_no) as MemberLine;
    const member_id = idOf('member', row, guarantor.line_no);
    const savings_account_id = savingsAccountOf(row, checked, guarantor);
    const hold_id = derivedUuid(decodeId(row.id), 'pledge', String(line.line_no));
    const { amount_minor } = line;
    const holds = by_guarantor.get(member_id) ?? [];
    holds.push({
      action: 'hold',
      member_id,
      savings_account_id,
      hold_id,
      amount_minor: String(amount_minor),
    });
    by_guarantor.set(member_id, holds);
    const pledges = by_loan.get(loan) ?? [];
    pledges.push({ member_id, savings_account_id, hold_id, amount_minor });
    by_loan.set(loan, pledges);
  }
  return { by_guarantor, by_loan };
}

function memberLine(
  row: ImportRow,
  checked: CheckedImport,
  { member, pledges }: { member: MemberLine; pledges: Pledges },
): Named {
  const { line_no, savings_minor, shares_minor } = member;
  const savings_account_id = savingsAccountOf(row, checked, member);
  const member_id = idOf('member', row, line_no);
  const guarantees = pledges.get(member_id);
  return {
    member_id,
    loan_id: null,
    content: {
      amount_minor: String(savings_minor + shares_minor),
      savings_minor: String(savings_minor),
      shares_minor: String(shares_minor),
      ...(savings_account_id === null ? {} : { savings_account_id }),
      ...(guarantees ? { guarantees } : {}),
    },
  };
}

function loanLine(
  row: ImportRow,
  loan: LoanLine,
  {
    borrower,
    product: { id, rate_bps, method, frequency, penalty_bps, grace_days },
    guarantees,
  }: { borrower: MemberLine; product: OpeningLoan['product']; guarantees: OpeningLoan['guarantees'] },
): Named {
  const { outstanding_minor, charges_due_minor, arrears_principal_minor, term_left, next_due_date } = loan;
  const is_late = arrears_principal_minor + charges_due_minor > 0n;
  const opening: OpeningLoan = {
    product: { id, rate_bps, method, frequency, penalty_bps, grace_days },
    principal_minor: outstanding_minor,
    term: term_left,
    arrears_minor: arrears_principal_minor,
    arrears_charges_minor: charges_due_minor,
    overdue_since: is_late ? (loan.overdue_since ?? row.cut_over_date) : null,
    first_due_on: term_left === 0 ? null : next_due_date,
    disbursed_on: loan.disbursed_on ?? row.cut_over_date,
    guarantees,
  };
  return {
    member_id: idOf('member', row, borrower.line_no),
    loan_id: idOf('loan', row, loan.line_no),
    content: {
      amount_minor: String(outstanding_minor + charges_due_minor),
      principal_minor: String(outstanding_minor),
      interest_minor: String(charges_due_minor),
      loan: storeLoan(opening),
    },
  };
}
