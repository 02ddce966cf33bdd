/** The groups of operations in the OpenAPI document, in display order. */

export const TAGS = {
  Service: 'The service itself.',
  'Sign-in': 'Users of the dashboard: registration, sessions, passwords.',
  Projects:
    'A project is one cooperative or merchant: its staff, API keys, payment providers, test clock, audit log.',
  Operators: 'What platform operators see of the whole service: users, projects, processes.',
  Payments: 'Collect money through payment providers and follow each payment to its end.',
  Refunds: 'Return all or part of a completed payment.',
  Payouts: 'Send money to phones and bank accounts through payment providers.',
  'Payment links':
    'Checkout pages on which anybody with the link can pay, and codes to dial without internet.',
  Ledger: 'The double-entry ledger: accounts, transfers, holds, postings of payments, the report.',
  Customers: 'People and businesses: their data, their states, their events.',
  KYC: 'Documents and their review, customer tiers, the limits of each tier.',
  Files: 'Uploaded documents and pictures: stored encrypted, and deleted with what they belong to.',
  Wallets:
    "Customers' stored value, one wallet per currency: movements, transfers between customers, top-ups by payment.",
  SACCO:
    "The savings and credit cooperative: settings, members, every movement of members' money and of the tills.",
  Messages:
    'Messages to members by SMS and e-mail: what was sent, what they say, who sends them, and what members want to be told.',
  Tills:
    'The vault and the tills: sessions of tellers with float, counts and return, and cash that is carried between them.',
  Savings:
    "Savings products, members' accounts of them, notices, transfers between a member's own accounts, fixed deposits.",
  Loans: 'Loan products, applications with guarantors, repayments, write-offs, and the portfolio.',
  'Loan book': 'Loans in arrears, amounts to collect, and provisions for loan losses.',
  Dividends: 'A share of the income for every member: declared, approved, paid line by line.',
  Interest:
    'Interest on deposits, the tax withheld from it and from dividends, and contributions of members.',
  Reconciliation: "A provider's statement, compared with our records and resolved line by line.",
  Accounting: 'Trial balance, general ledger, financial statements and accounting periods.',
  Approvals: 'Requests of one person on which a second person decides.',
  Webhooks: 'Endpoints to which events are sent, signed as Standard Webhooks 1.0, and the log of deliveries.',
  Callbacks: 'Endpoints that only payment providers and senders of messages call.',
} as const;

export type Tag = keyof typeof TAGS;
