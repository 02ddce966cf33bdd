/** How the pages of loans name members and terms. */
import type { LoanProduct, MemberSummary } from '../../generated/wire.ts';
import { useWords } from '../../words.ts';

/** `Amina Otieno · M-0001` */
export function memberName({ full_name, member_no }: Pick<MemberSummary, 'full_name' | 'member_no'>): string {
  return `${full_name} · ${member_no}`;
}

/** @returns `12 installments, monthly` */
export function useTermWords(): (terms: Pick<LoanProduct, 'frequency'>, term: number) => string {
  const { t, word } = useWords();
  return ({ frequency }, term) =>
    t('loans.term_of', { count: term, frequency: word('loan_frequency', frequency) });
}

/** A loan that is repaid is not just closed. */
export function useLoanStatusWords(): (status: string) => string {
  const { t, status: statusWord } = useWords();
  return (status) => (status === 'closed' ? t('status.paid_up') : statusWord(status));
}
