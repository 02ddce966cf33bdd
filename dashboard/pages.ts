/** Each address with its page. All but a teller's first pages are loaded when they are opened. */
import type { ComponentType } from 'react';
import addresses from './addresses.json';
import { lazyPart, withLater } from './later.ts';
import { Desk } from './pages/desk/desk.tsx';
import { Member } from './pages/members/member.tsx';
import { SignIn } from './pages/sign-in/sign-in.tsx';

export interface PageFacts {
  address: string;
  Component: ComponentType;
  /** Shown without a session, and without the shell. */
  is_public: boolean;
}

type Name = keyof typeof addresses;

const PUBLIC = new Set<Name>(['sign_in', 'register', 'forgot_password', 'reset_password', 'verify_email']);

/** Of the pages that are loaded when they are opened. */
const LOADERS = new Map<ComponentType, () => Promise<unknown>>();

/** A page that is loaded when it is opened, with its texts and styles. @param name of its component */
function lazy<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): ComponentType {
  const Page = lazyPart<object>(async () => ({ default: (await withLater(load()))[name] }));
  LOADERS.set(Page, load);
  return Page;
}

const COMPONENTS: Record<Name, ComponentType> = {
  desk: Desk,
  member: Member,
  day_sheet: lazy(() => import('./pages/desk/day-sheet.tsx'), 'DaySheet'),
  sign_in: SignIn,
  register: lazy(() => import('./pages/sign-in/register.tsx'), 'Register'),
  forgot_password: lazy(() => import('./pages/sign-in/forgot-password.tsx'), 'ForgotPassword'),
  reset_password: lazy(() => import('./pages/sign-in/reset-password.tsx'), 'ResetPassword'),
  verify_email: lazy(() => import('./pages/sign-in/verify-email.tsx'), 'VerifyEmail'),
  account: lazy(() => import('./pages/account/account.tsx'), 'Account'),
  new_project: lazy(() => import('./pages/projects/new-project.tsx'), 'NewProject'),
  members: lazy(() => import('./pages/members/members.tsx'), 'Members'),
  join_member: lazy(() => import('./pages/members/join/join-member.tsx'), 'JoinMember'),
  statement: lazy(() => import('./pages/members/statement/statement.tsx'), 'Statement'),
  entry: lazy(() => import('./pages/entries/entry.tsx'), 'Entry'),
  receipt: lazy(() => import('./pages/members/receipt.tsx'), 'Receipt'),
  approvals: lazy(() => import('./pages/approvals/approvals.tsx'), 'Approvals'),
  loans: lazy(() => import('./pages/loans/loans.tsx'), 'Loans'),
  loan_application: lazy(() => import('./pages/loans/loan-application.tsx'), 'LoanApplication'),
  loan: lazy(() => import('./pages/loans/loan.tsx'), 'Loan'),
  collections: lazy(() => import('./pages/collections/collections.tsx'), 'Collections'),
  hand_over: lazy(() => import('./pages/collections/hand-over.tsx'), 'HandOver'),
  portfolio: lazy(() => import('./pages/portfolio/portfolio.tsx'), 'Portfolio'),
  reports: lazy(() => import('./pages/reports/reports.tsx'), 'Reports'),
  dividends: lazy(() => import('./pages/dividends/dividends.tsx'), 'Dividends'),
  dividend: lazy(() => import('./pages/dividends/dividend.tsx'), 'Dividend'),
  interest: lazy(() => import('./pages/interest/interest-list.tsx'), 'InterestList'),
  interest_run: lazy(() => import('./pages/interest/interest-run.tsx'), 'InterestRun'),
  treasury: lazy(() => import('./pages/treasury/treasury.tsx'), 'Treasury'),
  unallocated: lazy(() => import('./pages/unallocated/unallocated.tsx'), 'Unallocated'),
  imports: lazy(() => import('./pages/imports/imports.tsx'), 'Imports'),
  new_import: lazy(() => import('./pages/imports/new-import.tsx'), 'NewImport'),
  import: lazy(() => import('./pages/imports/import.tsx'), 'Import'),
  batches: lazy(() => import('./pages/batches/batches.tsx'), 'Batches'),
  batch: lazy(() => import('./pages/batches/batch.tsx'), 'Batch'),
  employers: lazy(() => import('./pages/employers/employers.tsx'), 'Employers'),
  employer: lazy(() => import('./pages/employers/employer.tsx'), 'Employer'),
  tills: lazy(() => import('./pages/tills/tills.tsx'), 'Tills'),
  till_session: lazy(() => import('./pages/tills/till-session.tsx'), 'TillSessionPage'),
  expenses: lazy(() => import('./pages/expenses/expenses.tsx'), 'Expenses'),
  customers: lazy(() => import('./pages/customers/customers.tsx'), 'Customers'),
  customer: lazy(() => import('./pages/customers/customer.tsx'), 'Customer'),
  wallets: lazy(() => import('./pages/wallets/wallets.tsx'), 'Wallets'),
  payments: lazy(() => import('./pages/payments/payments.tsx'), 'Payments'),
  payment: lazy(() => import('./pages/payments/payment.tsx'), 'Payment'),
  payouts: lazy(() => import('./pages/payouts/payouts.tsx'), 'Payouts'),
  payout: lazy(() => import('./pages/payouts/payout.tsx'), 'Payout'),
  payment_links: lazy(() => import('./pages/payment-links/payment-links.tsx'), 'PaymentLinks'),
  ledger: lazy(() => import('./pages/ledger/ledger.tsx'), 'Ledger'),
  accounting: lazy(() => import('./pages/accounting/accounting.tsx'), 'Accounting'),
  reconciliation: lazy(() => import('./pages/reconciliation/runs.tsx'), 'Runs'),
  import_statement: lazy(
    () => import('./pages/reconciliation/import/import-statement.tsx'),
    'ImportStatement',
  ),
  run: lazy(() => import('./pages/reconciliation/run/run.tsx'), 'Run'),
  settings: lazy(() => import('./pages/settings/settings.tsx'), 'Settings'),
  messages: lazy(() => import('./pages/messages/messages.tsx'), 'Messages'),
  operators: lazy(() => import('./pages/operators/operators.tsx'), 'Operators'),
  audit_log: lazy(() => import('./pages/audit-log/audit-log.tsx'), 'AuditLog'),
};

/** Addresses without an id come first: `/loans/new` is not a loan. */
export const PAGES: readonly PageFacts[] = (Object.keys(addresses) as Name[])
  .map((name) => ({
    address: addresses[name],
    Component: COMPONENTS[name],
    is_public: PUBLIC.has(name),
  }))
  .toSorted((a, b) => Number(a.address.includes(':')) - Number(b.address.includes(':')));

/** Begins to load the page at a path, which is likely to be opened next. What fails now is tried again then. */
export function preloadPage(path: string): void {
  const parts = path.split('/');
  const page = PAGES.find(({ address }) => {
    const wanted = address.split('/');
    return (
      wanted.length === parts.length && wanted.every((part, i) => part.startsWith(':') || part === parts[i])
    );
  });
  const load = page && LOADERS.get(page.Component);
  void load?.().catch(() => undefined);
}
