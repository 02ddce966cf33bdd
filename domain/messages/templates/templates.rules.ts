/** Templates of messages: which there are, which variables each may use, and how a text is filled in. Pure. */

export const TEMPLATES = [
  'deposit',
  'withdrawal',
  'payout',
  'loan_approved',
  'loan_disbursed',
  'installment_due',
  'installment_overdue',
  'dividend_paid',
  'consent_request',
] as const;
export type Template = (typeof TEMPLATES)[number];

/** Told by SMS alone: nobody has confirmed an address, and whoever reads the code can answer for the guarantor. */
export const BY_SMS_ALONE: Template = 'consent_request';

/** Variables that every template may use: they follow from the member and the project. */
const OF_MEMBER = ['cooperative', 'name', 'member_no'] as const;

const OF_TEMPLATE = {
  deposit: ['amount', 'date', 'reference'],
  withdrawal: ['amount', 'date', 'reference'],
  payout: ['amount', 'date', 'reference'],
  loan_approved: ['amount', 'date'],
  loan_disbursed: ['amount', 'date', 'reference'],
  installment_due: ['amount', 'due_date'],
  installment_overdue: ['amount', 'due_date'],
  dividend_paid: ['amount', 'date', 'reference'],
  consent_request: ['borrower_name', 'amount', 'loan_amount', 'link', 'code', 'expires_at'],
} as const satisfies Record<Template, readonly string[]>;

/** Templates of movements, which say the same of each. */
export type MovementTemplate = 'deposit' | 'withdrawal' | 'payout' | 'loan_disbursed' | 'dividend_paid';

/** What whoever queues a message of a template says besides the member. */
export type VariablesOf<Named extends Template> = Readonly<
  Record<(typeof OF_TEMPLATE)[Named][number], string>
>;

/** Variables whose values are secrets: they are sent, and shown and stored nowhere. */
const SECRET: ReadonlySet<string> = new Set(['link', 'code']);
const MASK = '••••••';

export function variablesOf(template: Template): readonly string[] {
  return [...OF_MEMBER, ...OF_TEMPLATE[template]];
}

export interface Wording {
  text: string;
  /** Of an e-mail. */
  subject: string;
}

const VARIABLE = /\{\{([^{}]*)\}\}/g;

/** @returns the names in double braces that the template does not know, each once */
export function unknownVariables(template: Template, text: string): string[] {
  const known = new Set(variablesOf(template));
  const used = [...text.matchAll(VARIABLE)].map(([, name = '']) => name.trim());
  return [...new Set(used.filter((name) => !known.has(name)))];
}

/** @returns braces that belong to no variable, each once: they would reach the member as they are */
export function strayBraces(text: string): string[] {
  return [...new Set(text.replaceAll(VARIABLE, '').match(/[{}]/g))];
}

/** @returns the names of secrets that a text uses, each once */
export function secretsIn(text: string): string[] {
  const used = [...text.matchAll(VARIABLE)].map(([, name = '']) => name.trim());
  return [...new Set(used.filter((name) => SECRET.has(name)))];
}

/** @param values by name; a name without a value stays as it is */
export function fillIn(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(VARIABLE, (written, name: string) => {
    const variable = name.trim();
    return Object.hasOwn(values, variable) ? (values[variable] as string) : written;
  });
}

/** The values with a mask for each secret; the same object where there is none. */
export function withoutSecrets(values: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  if (!Object.keys(values).some((name) => SECRET.has(name))) return values;
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, SECRET.has(name) ? MASK : value]),
  );
}

/** What a preview shows for each variable. */
export const EXAMPLE_VALUES: Readonly<Record<string, string>> = {
  cooperative: 'Umoja SACCO',
  name: 'Amina Wanjiru',
  member_no: 'M00001',
  amount: 'KES 1,500.00',
  date: '2026-11-25',
  due_date: '2026-11-28',
  reference: 'ent_06AXAMP1E0000000000000000',
  borrower_name: 'Omari Simiyu',
  loan_amount: 'KES 60,000.00',
  link: 'https://sacco.example/consent/Qm9va2tlZXBlcg',
  code: '123456',
  expires_at: '2026-11-28 09:30',
};
