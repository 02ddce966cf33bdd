/** The groups of operations in the OpenAPI document, in the order in which they are shown. */

export const TAGS = {
  Service: 'What runs here.',
  'Sign-in': 'Users of the dashboard: registration, sessions, passwords.',
  Projects:
    'A project is one cooperative or merchant: its staff, API keys, payment providers, test clock, audit log.',
  Payments: 'Collect money through payment providers and follow each payment to its end.',
  Refunds: 'Give back all or part of a completed payment.',
  'Payment links':
    'Pages of ours on which anybody with the address can pay, and what to dial without internet.',
  Ledger: 'The double-entry ledger: accounts, transfers, holds, the posting of payments, the report.',
  Customers: 'People and businesses: their data, their states, everything that happened to them.',
  KYC: 'Documents and their review, the tier that a customer has reached, the limits of each tier.',
  Wallets:
    "Customers' own money, one wallet per currency: movements, transfers between customers, top-ups by payment.",
  SACCO:
    "The savings and credit cooperative: settings, members, every movement of members' money and of the tills.",
  Loans: 'Loan products, applications with guarantors, repayments, write-offs, and the portfolio.',
  'Loan book': 'How late loans are, what is to be collected, and how much is provided for as a loss.',
  Dividends: 'A share of the income for every member: declared, decided, paid line by line.',
  Reconciliation:
    "A provider's statement, compared with our books line by line; what is decided about each line.",
  Accounting: 'The books: trial balance, general ledger, statements and periods.',
  Approvals: 'What one person asked for and a second one decides.',
  Webhooks: 'Endpoints to which events are sent, signed as Standard Webhooks 1.0, and the log of deliveries.',
  Callbacks: 'Where payment providers report; called by them only.',
} as const;

export type Tag = keyof typeof TAGS;
