/** Loan applications: every check of the product, under the locks of the member and all guarantors, then a checker. */
import { notFound, refusal } from '../../../core/errors.ts';
import { shareOf } from '../../../core/formula.ts';
import { newId, newUuid } from '../../../core/ids.ts';
import { localDateAt } from '../../../core/local-date.ts';
import { formatMoney } from '../../../core/money.ts';
import { expectOne } from '../../../db/rows.ts';
import { scopeColumns } from '../../../db/model.ts';
import { readMembers, type NamedMember, type SettingsRow } from '../../cooperative/index.ts';
import { holdingsOf } from '../../members/index.ts';
import { mobileMoney, requestEntry, type EntryRow, type savingsMoves } from '../../movements/index.ts';
import type { Context } from '../../platform/context.ts';
import type { Caller, ScopedUnit } from '../../platform/unit.ts';
import { roleOf } from '../../staff/index.ts';
import { applicationChecks, type ApplicationFacts, type PledgeFacts } from './application.rules.ts';
import { accountToPledge, countedSavings } from '../guarantees/pledged-savings.rules.ts';
import { askGuarantors } from '../consents/ask-guarantors.ts';
import { LoanGuarantee } from '../guarantees/guarantee.model.ts';
import { waitingPledges } from '../guarantees/guarantees.ts';
import { Loan, type DisburseTo } from '../loan.model.ts';
import { LoanProduct, type LoanProductRow } from '../products/product.model.ts';
import { getLoanProduct } from '../products/products.ts';
import { readLoan, type LoanView } from '../read-loan.ts';
import { readDebtOfMember } from '../positions/standing.sql.ts';

export interface Pledge {
  member_id: string;
  amount_minor: bigint;
}

/** What is applied for. */
export interface LoanTermsRequest {
  member_id: string;
  product_id: string;
  amount_minor: bigint;
  /** Number of installments. */
  term: number;
  purpose: string | null;
  guarantors: readonly Pledge[];
  /** The staff member who looks after the loan. Left out, it is whoever applies, and no part of what a repeat repeats. */
  officer_user_id?: string | undefined;
}

export interface LoanRequest extends LoanTermsRequest, mobileMoney.MobileMoney, savingsMoves.NamesAccount {
  /** By default into savings. */
  disburse_to?: DisburseTo;
  idempotency_key: string;
}

/** Where nobody is asking over HTTP. */
function publicUrl({ config }: Context): string {
  return config.public_url ?? `http://${config.host}:${config.port}`;
}

/**
 * Applies for a loan, which waits for a checker.
 * @param server_url where the links of guarantors lead, whose consent the product may require
 * @throws AppError NOT_FOUND; the reasons of application.rules.ts; `member_not_active`, `customer_not_active`
 */
export async function applyForLoan(
  caller: Caller,
  body: LoanRequest,
  { server_url = publicUrl(caller.ctx) }: { server_url?: string } = {},
): Promise<{ loan: LoanView; replayed: boolean }> {
  const { ctx, scope, actor } = caller;
  const { idempotency_key: _key, ...request } = body;
  const { member_id, amount_minor, term, disburse_to = 'savings' } = request;
  let application: { settings: SettingsRow; product: LoanProductRow; pledges?: readonly PledgeFacts[] };
  const { entry, replayed } = await requestEntry(caller, {
    operation: ['POST sacco loans'],
    body,
    async entry(settings) {
      const product = await getLoanProduct(ctx.db, scope, request.product_id);
      application = { settings, product };
      return {
        kind: 'loan_disbursement',
        source: disburse_to === 'mobile' ? 'mobile' : null,
        member_id,
        loan_id: newId('loan'),
        amount_minor,
        fee_minor: shareOf(amount_minor, product.fee_bps),
      };
    },
    also_lock: request.guarantors.map((pledge) => pledge.member_id),
    summary: ({ member, entry, currency }) =>
      `Loan of ${formatMoney(amount_minor, currency)} to ${member?.member_no} ${member?.full_name}, ` +
      `${application.product.name}, ${term} installments${mobileMoney.inSummary(entry)}`,
    async prepare(unit, member) {
      const { settings } = application;
      const facts = await loadApplicationFacts(unit, { settings, borrower: member as Borrower, request });
      const unmet = applicationChecks(facts).find(({ met }) => !met);
      if (unmet) throw refusal(unmet.check, unmet.message);
      application.pledges = facts.pledges;
      return {};
    },
    onWaiting: (unit, waiting) =>
      storeApplication(unit, waiting, {
        ...request,
        disburse_to,
        product: application.product,
        pledges: application.pledges ?? [],
        server_url,
        officer_user_id: request.officer_user_id ?? (actor.type === 'user' ? actor.id : null),
      }),
  });
  return { loan: await readLoan(ctx.db, scope, entry.loan_id as string), replayed };
}

type Borrower = Pick<NamedMember, 'id' | 'full_name'>;

interface Application {
  settings: SettingsRow;
  borrower: Borrower;
  request: LoanTermsRequest;
}

/**
 * What the checks are about, as it is now; to store an application, under the locks of the member and all guarantors.
 * @throws AppError NOT_FOUND for a product or staff member
 */
export async function loadApplicationFacts(
  unit: ScopedUnit,
  { settings, borrower, request }: Application,
): Promise<ApplicationFacts> {
  const { trx, scope } = unit;
  const officer = request.officer_user_id;
  if (officer !== undefined && !(await roleOf(trx, scope.project_id, officer)))
    throw notFound('staff member');
  const pledged_by = request.guarantors.map(({ member_id }) => member_id);
  const ids = [borrower.id, ...pledged_by];
  const guarantors = await readMembers(trx, scope, pledged_by);
  const waiting = await waitingPledges(trx, pledged_by);
  // Locked, so that none is applied for that has been retired.
  const product = await LoanProduct.query(trx).forShare().findInScope(scope, request.product_id);
  const { owed, applied } = expectOne(
    await readDebtOfMember(trx, {
      member_id: borrower.id,
      today: localDateAt(scope.clock.now(), settings.utc_offset_minutes),
    }),
  );
  // Last: what is disbursed or repaid meanwhile then counts twice rather than not at all.
  const [own, ...others] = await holdingsOf({ ...unit, db: trx }, ids, settings.currency);
  return {
    product,
    currency: settings.currency,
    principal_minor: request.amount_minor,
    term: request.term,
    shares_minor: own?.shares_minor ?? 0n,
    min_share_capital_minor: settings.min_share_capital_minor,
    savings_available_minor: countedSavings(own?.accounts ?? []),
    owed_minor: BigInt(owed),
    applied_minor: BigInt(applied),
    pledges: request.guarantors.map(({ member_id, amount_minor }, i): PledgeFacts => ({
      full_name: guarantors.get(member_id)?.full_name ?? member_id,
      amount_minor,
      problem: problemOf(borrower, guarantors.get(member_id), pledged_by.indexOf(member_id) < i),
      ...accountToPledge(others[i]?.accounts ?? [], { amount_minor, waiting }),
    })),
  };
}

function problemOf(
  borrower: Borrower,
  guarantor: NamedMember | undefined,
  named_before: boolean,
): string | null {
  if (!guarantor) return 'There is no such member who could guarantee this loan.';
  if (guarantor.id === borrower.id) return `${guarantor.full_name} cannot guarantee a loan of their own.`;
  if (named_before) return `${guarantor.full_name} is named as guarantor twice.`;
  if (guarantor.status !== 'active') return `${guarantor.full_name} is ${guarantor.status}.`;
  return null;
}

interface ApplicationToStore extends Omit<LoanTermsRequest, 'officer_user_id' | 'product_id'> {
  disburse_to: DisburseTo;
  product: LoanProductRow;
  pledges: readonly PledgeFacts[];
  server_url: string;
  officer_user_id: string | null;
}

async function storeApplication(
  unit: ScopedUnit,
  entry: EntryRow,
  { product, pledges, server_url, ...request }: ApplicationToStore,
): Promise<void> {
  const { trx, scope } = unit;
  const id = entry.loan_id as string;
  const { rate_bps, method, frequency, penalty_bps, grace_days, guarantor_consent } = product;
  const must_consent = guarantor_consent === 'required';
  await Loan.query(trx).insert({
    id,
    ...scopeColumns(scope),
    member_id: request.member_id,
    product_id: product.id,
    entry_id: entry.id,
    approval_id: entry.approval_id,
    currency: entry.currency,
    principal_minor: request.amount_minor,
    fee_minor: entry.fee_minor,
    rate_bps,
    method,
    frequency,
    term: request.term,
    penalty_bps,
    grace_days,
    guarantor_consent,
    purpose: request.purpose,
    disburse_to: request.disburse_to,
    officer_user_id: request.officer_user_id,
    created_at: entry.created_at,
  });
  for (const [i, { member_id, amount_minor }] of request.guarantors.entries())
    await LoanGuarantee.query(trx).insert({
      loan_id: id,
      no: i + 1,
      ...scopeColumns(scope),
      member_id,
      savings_account_id: pledges[i]?.savings_account_id ?? null,
      amount_minor,
      status: must_consent ? 'requested' : 'pledged',
      hold_id: newUuid(),
    });
  if (!must_consent) return;
  const ids = request.guarantors.map(({ member_id }) => member_id);
  const members = await readMembers(trx, scope, [request.member_id, ...ids]);
  const borrower = members.get(request.member_id) as NamedMember;
  await askGuarantors(
    unit,
    { loan_id: id, principal_minor: request.amount_minor, currency: entry.currency, borrower, server_url },
    request.guarantors.map(({ member_id, amount_minor }) => ({
      member: members.get(member_id) as NamedMember,
      amount_minor,
    })),
  );
}
