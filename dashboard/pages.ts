/** Each address with its page. All but those that a teller meets first are loaded when they are opened. */
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

/** A page that is loaded when it is opened, with its texts and styles. */
function lazy(load: () => Promise<{ default: ComponentType }>): ComponentType {
  return lazyPart(() => withLater(load()));
}

const COMPONENTS: Record<Name, ComponentType> = {
  desk: Desk,
  member: Member,
  sign_in: SignIn,
  register: lazy(async () => ({ default: (await import('./pages/sign-in/register.tsx')).Register })),
  forgot_password: lazy(async () => ({
    default: (await import('./pages/sign-in/forgot-password.tsx')).ForgotPassword,
  })),
  reset_password: lazy(async () => ({
    default: (await import('./pages/sign-in/reset-password.tsx')).ResetPassword,
  })),
  verify_email: lazy(async () => ({
    default: (await import('./pages/sign-in/verify-email.tsx')).VerifyEmail,
  })),
  account: lazy(async () => ({ default: (await import('./pages/account/account.tsx')).Account })),
  new_project: lazy(async () => ({ default: (await import('./pages/projects/new-project.tsx')).NewProject })),
  members: lazy(async () => ({ default: (await import('./pages/members/members.tsx')).Members })),
  join_member: lazy(async () => ({ default: (await import('./pages/members/join-member.tsx')).JoinMember })),
  statement: lazy(async () => ({ default: (await import('./pages/members/statement.tsx')).Statement })),
  entry: lazy(async () => ({ default: (await import('./pages/entries/entry.tsx')).Entry })),
  receipt: lazy(async () => ({ default: (await import('./pages/members/receipt.tsx')).Receipt })),
  approvals: lazy(async () => ({ default: (await import('./pages/approvals/approvals.tsx')).Approvals })),
  loans: lazy(async () => ({ default: (await import('./pages/loans/loans.tsx')).Loans })),
  loan_application: lazy(async () => ({
    default: (await import('./pages/loans/loan-application.tsx')).LoanApplication,
  })),
  loan: lazy(async () => ({ default: (await import('./pages/loans/loan.tsx')).Loan })),
  portfolio: lazy(async () => ({ default: (await import('./pages/portfolio/portfolio.tsx')).Portfolio })),
  reports: lazy(async () => ({ default: (await import('./pages/reports/reports.tsx')).Reports })),
  dividends: lazy(async () => ({ default: (await import('./pages/dividends/dividends.tsx')).Dividends })),
  dividend: lazy(async () => ({ default: (await import('./pages/dividends/dividend.tsx')).Dividend })),
  treasury: lazy(async () => ({ default: (await import('./pages/treasury/treasury.tsx')).Treasury })),
  expenses: lazy(async () => ({ default: (await import('./pages/expenses/expenses.tsx')).Expenses })),
  customers: lazy(async () => ({ default: (await import('./pages/customers/customers.tsx')).Customers })),
  customer: lazy(async () => ({ default: (await import('./pages/customers/customer.tsx')).Customer })),
  wallets: lazy(async () => ({ default: (await import('./pages/wallets/wallets.tsx')).Wallets })),
  payments: lazy(async () => ({ default: (await import('./pages/payments/payments.tsx')).Payments })),
  payment: lazy(async () => ({ default: (await import('./pages/payments/payment.tsx')).Payment })),
  payment_links: lazy(async () => ({
    default: (await import('./pages/payment-links/payment-links.tsx')).PaymentLinks,
  })),
  ledger: lazy(async () => ({ default: (await import('./pages/ledger/ledger.tsx')).Ledger })),
  accounting: lazy(async () => ({ default: (await import('./pages/accounting/accounting.tsx')).Accounting })),
  reconciliation: lazy(async () => ({ default: (await import('./pages/reconciliation/runs.tsx')).Runs })),
  import_statement: lazy(async () => ({
    default: (await import('./pages/reconciliation/import-statement.tsx')).ImportStatement,
  })),
  run: lazy(async () => ({ default: (await import('./pages/reconciliation/run.tsx')).Run })),
  settings: lazy(async () => ({ default: (await import('./pages/settings/settings.tsx')).Settings })),
  audit_log: lazy(async () => ({ default: (await import('./pages/audit-log/audit-log.tsx')).AuditLog })),
};

/** Addresses without an id come first: `/loans/new` is not a loan. */
export const PAGES: readonly PageFacts[] = (Object.keys(addresses) as Name[])
  .map((name) => ({
    address: addresses[name],
    Component: COMPONENTS[name],
    is_public: PUBLIC.has(name),
  }))
  .toSorted((a, b) => Number(a.address.includes(':')) - Number(b.address.includes(':')));
