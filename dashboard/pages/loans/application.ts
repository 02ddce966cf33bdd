/** The fields of an application, and the request that they make. */
import type { InputOf } from '../../api/operations.ts';
import { given } from '../../forms/text.rules.ts';
import type { useAmountReader } from '../../money/amount-field.tsx';
import type { Chosen } from '../../forms/fields/search-choice.tsx';

export interface GuarantorRow {
  /** Identifies the row, so that it keeps its fields when a row above it is removed. */
  key: string;
  member: Chosen | null;
  pledge: string;
}

export interface Application {
  member: Chosen | null;
  product_id: string;
  amount: string;
  term: string;
  purpose: string;
  source: 'savings' | 'mobile';
  provider: string;
  /** The member's savings account that takes it; '' is the one that every member has. */
  savings_account_id: string;
  guarantors: readonly GuarantorRow[];
}

/** What is wrong, by the field it is shown beside: `member`, `amount`, `guarantors.0.pledge`. */
export type Faults = Readonly<Record<string, string>>;

export interface FaultWords {
  member: string;
  product: string;
  term: string;
  guarantor: string;
  provider: string;
}

export const MAX_GUARANTORS = 10;

export function emptyRow(): GuarantorRow {
  return { key: crypto.randomUUID(), member: null, pledge: '' };
}

/** Rows in which nothing is filled in do not count. */
export function isFilled({ member, pledge }: GuarantorRow): boolean {
  return member !== null || pledge.trim() !== '';
}

type Request = InputOf<'sacco.loans.apply'>;

export interface ReadApplication {
  /** The request; null where something is at fault. */
  input: Request | null;
  /** What can be previewed of it: guarantors who are not filled in yet are left out. Null while that is too little. */
  preview: Request | null;
  faults: Faults;
}

/** @returns the request, and all faults */
export function readApplication(
  application: Application,
  readAmount: ReturnType<typeof useAmountReader>,
  words: FaultWords,
): ReadApplication {
  const faults: Record<string, string> = {};
  const { member, product_id, purpose, source, provider, savings_account_id } = application;
  const term = /^\d{1,5}$/.test(application.term.trim()) ? Number(application.term) : 0;
  if (!member) faults['member'] = words.member;
  if (product_id === '') faults['product_id'] = words.product;
  if (term === 0) faults['term'] = words.term;
  const minorOf = (field: string, text: string): number => {
    const { minor, error } = readAmount(text);
    if (error !== undefined) faults[field] = error;
    return minor ?? 0;
  };
  const amount_minor = minorOf('amount', application.amount);
  const lacks_basics = Object.keys(faults).length > 0;
  if (source === 'mobile' && provider === '') faults['provider'] = words.provider;
  const guarantors = application.guarantors.flatMap((row, i) => {
    if (!isFilled(row)) return [];
    if (!row.member) faults[`guarantors.${i}.member`] = words.guarantor;
    return [{ member_id: row.member?.id ?? '', amount_minor: minorOf(`guarantors.${i}.pledge`, row.pledge) }];
  });
  if (lacks_basics || !member) return { input: null, preview: null, faults };
  const into = savings_account_id === '' ? {} : { savings_account_id };
  const disbursed = source === 'mobile' ? ({ disburse_to: source, provider } as const) : into;
  const about = { member_id: member.id, product_id, amount_minor, term, purpose: given(purpose) };
  const input = { ...about, ...disbursed, guarantors };
  if (Object.keys(faults).length === 0) return { input, preview: input, faults };
  const complete = guarantors.filter(({ member_id, amount_minor: pledge }) => member_id !== '' && pledge > 0);
  return { input: null, preview: { ...about, guarantors: complete }, faults };
}
