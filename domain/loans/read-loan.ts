/** Loans as they are read: with their schedule, guarantees and what is owed today. */
import { notFound } from '../../core/errors.ts';
import type { Scope } from '../../core/scope.ts';
import type { Db, Queryable } from '../../db/connection.ts';
import type { Page, PageRequest } from '../../db/page.ts';
import { localToday, memberSummaries, savingsIds, type MemberSummaries } from '../cooperative/index.ts';
import { SaccoEntry } from '../movements/index.ts';
import type { Installment } from './positions/figures.rules.ts';
import { consentsOf, type Consents } from './consents/consent.ts';
import { LoanGuarantee, type GuaranteeRow } from './guarantees/guarantee.model.ts';
import { guaranteesByLoan } from './guarantees/guarantees.ts';
import { installmentsOf } from './positions/loan-state.ts';
import { Loan, type LoanRow, type LoanStatus } from './loan.model.ts';
import { applyCharges, chargesDue } from './positions/position.rules.ts';
import { NOT_OPEN, standingsOf, type Standing } from './positions/standing.ts';

/** A loan with all that belongs to it. */
export interface LoanView {
  loan: LoanRow;
  /** Into which it is disbursed; null where it is not. */
  savings_account_id: string | null;
  /** As of today: accrued charges count as charged, whether or not the charging job has booked them. */
  installments: Installment[];
  guarantees: GuaranteeRow[];
  consents: Consents;
  /** The member and the guarantors. */
  members: MemberSummaries;
  /** The SACCO's local date. */
  today: string;
}

/** A loan in a list: without its schedule, which may be long. */
export interface LoanSummaryView {
  loan: LoanRow;
  savings_account_id: string | null;
  standing: Standing;
  guarantees: GuaranteeRow[];
  consents: Consents;
  members: MemberSummaries;
}

/** @throws AppError NOT_FOUND */
export async function readLoan(db: Queryable, scope: Scope, id: string): Promise<LoanView> {
  const loan = await Loan.query(db).findInScope(scope, id);
  const [view] = await viewsOf(db, [loan], () => scope);
  return view as LoanView;
}

/** What one member answers for of one loan. */
export interface GuaranteeView {
  loan: LoanRow;
  guarantee: GuaranteeRow;
  consents: Consents;
  members: MemberSummaries;
}

/** @throws AppError NOT_FOUND for an unknown loan, and for a member who does not guarantee it */
export async function readGuarantee(
  db: Queryable,
  scope: Scope,
  { loan_id, member_id }: { loan_id: string; member_id: string },
): Promise<GuaranteeView> {
  const loan = await Loan.query(db).findInScope(scope, loan_id);
  const guarantees = (await guaranteesByLoan(db, [loan_id])).get(loan_id) ?? [];
  const guarantee = guarantees.find((each) => each.member_id === member_id);
  if (!guarantee) throw notFound('guarantee of this member');
  const consents = await consentsOf(db, [loan]);
  return { loan, guarantee, consents, members: await memberSummaries(db, [loan, guarantee]) };
}

/** The same of many loans of any scopes, in the order in which they are named. */
export async function readGuarantees(
  db: Queryable,
  named: readonly { loan_id: string; member_id: string }[],
): Promise<GuaranteeView[]> {
  if (named.length === 0) return [];
  const ids = [...new Set(named.map(({ loan_id }) => loan_id))];
  const loans: LoanRow[] = await Loan.query(db).findByIds(ids);
  const guarantees = await guaranteesByLoan(db, ids);
  const consents = await consentsOf(db, loans);
  const members = await membersOf(db, loans, guarantees);
  return named.flatMap(({ loan_id, member_id }) => {
    const loan = loans.find(({ id }) => id === loan_id);
    const guarantee = guarantees.get(loan_id)?.find((each) => each.member_id === member_id);
    return loan && guarantee ? [{ loan, guarantee, consents, members }] : [];
  });
}

/** Loans of any scopes by their ids. */
export async function readLoans(
  db: Queryable,
  ids: readonly string[],
  scopeOf: (id: string) => Scope,
): Promise<LoanView[]> {
  const loans: LoanRow[] = await Loan.query(db)
    .findByIds([...ids])
    .orderBy('id');
  return viewsOf(db, loans, scopeOf);
}

export interface LoanFilter extends PageRequest {
  status?: LoanStatus | undefined;
  member_id?: string | undefined;
  /** A member who guarantees it, or has guaranteed it. */
  guarantor_id?: string | undefined;
}

/** Newest first. */
export async function listLoans(
  db: Db,
  scope: Scope,
  { status, member_id, guarantor_id, ...request }: LoanFilter,
): Promise<Page<LoanSummaryView>> {
  const loans = Loan.query(db).inScope(scope).whereGiven('status', status).whereGiven('member_id', member_id);
  if (guarantor_id !== undefined)
    void loans.whereIn(
      'id',
      LoanGuarantee.query(db).inScope(scope).where({ member_id: guarantor_id }).select('loan_id'),
    );
  const found = await loans.paginate<LoanRow>(request);
  if (found.items.length === 0) return { ...found, items: [] };
  const ids = found.items.map(({ id }) => id);
  const standings = await standingsOf(db, ids, await localToday(db, scope));
  const guarantees = await guaranteesByLoan(db, ids);
  const consents = await consentsOf(db, found.items);
  const members = await membersOf(db, found.items, guarantees);
  const accountOf = await accountsOf(db, found.items);
  const items = found.items.map((loan) => ({
    loan,
    savings_account_id: accountOf(loan),
    standing: standings.get(loan.id) ?? NOT_OPEN,
    guarantees: guarantees.get(loan.id) ?? [],
    consents,
    members,
  }));
  return { ...found, items };
}

/** What is owed today on the open ones of these loans, by loan, in minor units. @throws AppError `sacco_not_set_up` */
export async function owedOnLoans(
  db: Queryable,
  scope: Scope,
  loan_ids: readonly string[],
): Promise<Map<string, bigint>> {
  const standings = await standingsOf(db, loan_ids, await localToday(db, scope));
  return new Map(
    [...standings].map(([id, { outstanding_minor, charges_due_minor }]) => [
      id,
      outstanding_minor + charges_due_minor,
    ]),
  );
}

async function viewsOf(
  db: Queryable,
  loans: readonly LoanRow[],
  scopeOf: (id: string) => Scope,
): Promise<LoanView[]> {
  const ids = loans.map(({ id }) => id);
  const installments = await installmentsOf(db, ids);
  const guarantees = await guaranteesByLoan(db, ids);
  const consents = await consentsOf(db, loans);
  const members = await membersOf(db, loans, guarantees);
  const accountOf = await accountsOf(db, loans);
  const views: LoanView[] = [];
  const todays = new Map<Scope, string>();
  for (const loan of loans) {
    const scope = scopeOf(loan.id);
    const today = todays.get(scope) ?? (await localToday(db, scope));
    todays.set(scope, today);
    views.push({
      loan,
      savings_account_id: accountOf(loan),
      installments: standingOf(loan, installments.get(loan.id) ?? [], today),
      guarantees: guarantees.get(loan.id) ?? [],
      consents,
      members,
      today,
    });
  }
  return views;
}

/** Borrowers and guarantors. */
function membersOf(
  db: Queryable,
  loans: readonly LoanRow[],
  guarantees: ReadonlyMap<string, GuaranteeRow[]>,
): Promise<MemberSummaries> {
  return memberSummaries(db, [...loans, ...[...guarantees.values()].flat()]);
}

/** Their entries name the accounts. What began before the books were kept here went into none of theirs. */
async function accountsOf(
  db: Queryable,
  loans: readonly LoanRow[],
): Promise<(loan: LoanRow) => string | null> {
  const intoSavings = ({ disburse_to, is_opening }: LoanRow): boolean =>
    disburse_to === 'savings' && !is_opening;
  const rows = await SaccoEntry.query(db)
    .findByIds(loans.filter(intoSavings).map(({ entry_id }) => entry_id))
    .select('id', 'savings_account_id');
  const stored = new Map(rows.map(({ id, savings_account_id }) => [id, savings_account_id]));
  return (loan) =>
    intoSavings(loan) ? savingsIds.idOf(loan.member_id, stored.get(loan.entry_id) ?? null) : null;
}

function standingOf(loan: LoanRow, installments: readonly Installment[], today: string): Installment[] {
  return loan.status === 'open'
    ? applyCharges(installments, chargesDue(loan, installments, { today }))
    : [...installments];
}
