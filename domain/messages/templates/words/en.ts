/** What messages say in English. */
import type { Template, Wording } from '../templates.rules.ts';

export const EN: Record<Template, Wording> = {
  deposit: {
    subject: 'Deposit received',
    text: '{{cooperative}}: {{name}}, we received your deposit of {{amount}} on {{date}}.',
  },
  withdrawal: {
    subject: 'Withdrawal paid',
    text: '{{cooperative}}: {{name}}, {{amount}} was withdrawn from your savings on {{date}}.',
  },
  payout: {
    subject: 'Money sent to your phone',
    text: '{{cooperative}}: {{name}}, we sent {{amount}} from your savings to your phone on {{date}}.',
  },
  loan_approved: {
    subject: 'Loan approved',
    text: '{{cooperative}}: {{name}}, your loan of {{amount}} was approved on {{date}}.',
  },
  loan_disbursed: {
    subject: 'Loan paid out',
    text: '{{cooperative}}: {{name}}, your loan of {{amount}} was paid out on {{date}}.',
  },
  installment_due: {
    subject: 'Installment due soon',
    text: '{{cooperative}}: {{name}}, your installment of {{amount}} is due on {{due_date}}.',
  },
  installment_overdue: {
    subject: 'Installment overdue',
    text: '{{cooperative}}: {{name}}, your installment of {{amount}}, due on {{due_date}}, is overdue. Please pay it or talk to us.',
  },
  dividend_paid: {
    subject: 'Dividend paid',
    text: '{{cooperative}}: {{name}}, your dividend of {{amount}} was paid into your savings on {{date}}.',
  },
  consent_request: {
    subject: 'Your consent as a guarantor',
    text: '{{cooperative}}: {{borrower_name}} asks you to guarantee {{amount}} of a loan of {{loan_amount}}. Decide at {{link}} or with code {{code}} until {{expires_at}}. Tell the code to nobody but our staff.',
  },
};
