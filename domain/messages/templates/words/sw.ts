/** What messages say in Swahili. */
import type { Template, Wording } from '../templates.rules.ts';

export const SW: Record<Template, Wording> = {
  deposit: {
    subject: 'Amana imepokelewa',
    text: '{{cooperative}}: {{name}}, tumepokea amana yako ya {{amount}} tarehe {{date}}.',
  },
  withdrawal: {
    subject: 'Umetoa pesa',
    text: '{{cooperative}}: {{name}}, {{amount}} imetolewa kwenye akiba yako tarehe {{date}}.',
  },
  payout: {
    subject: 'Pesa zimetumwa kwa simu yako',
    text: '{{cooperative}}: {{name}}, tumetuma {{amount}} kutoka akiba yako kwenda simu yako tarehe {{date}}.',
  },
  loan_approved: {
    subject: 'Mkopo umeidhinishwa',
    text: '{{cooperative}}: {{name}}, mkopo wako wa {{amount}} umeidhinishwa tarehe {{date}}.',
  },
  loan_disbursed: {
    subject: 'Mkopo umetolewa',
    text: '{{cooperative}}: {{name}}, mkopo wako wa {{amount}} umetolewa tarehe {{date}}.',
  },
  installment_due: {
    subject: 'Malipo ya mkopo yanakaribia',
    text: '{{cooperative}}: {{name}}, malipo yako ya {{amount}} yanatakiwa tarehe {{due_date}}.',
  },
  installment_overdue: {
    subject: 'Malipo ya mkopo yamechelewa',
    text: '{{cooperative}}: {{name}}, malipo yako ya {{amount}} yaliyotakiwa tarehe {{due_date}} yamechelewa. Tafadhali lipa au wasiliana nasi.',
  },
  dividend_paid: {
    subject: 'Gawio limelipwa',
    text: '{{cooperative}}: {{name}}, gawio lako la {{amount}} limewekwa kwenye akiba yako tarehe {{date}}.',
  },
  consent_request: {
    subject: 'Ridhaa yako kama mdhamini',
    text: '{{cooperative}}: {{borrower_name}} anakuomba umdhamini {{amount}} ya mkopo wa {{loan_amount}}. Amua kupitia {{link}} au kwa namba {{code}} kabla ya {{expires_at}}. Usimpe mtu namba hii isipokuwa mfanyakazi wetu.',
  },
};
