/** What a request is about, in one line. */
import type { Approval } from '../../generated/wire.ts';
import { formatMoney } from '../../money/money.rules.ts';
import { useWords } from '../../words.ts';

/** The summary of the API is English: in other languages it is built from what the request is about. */
export function useApprovalHeading(): (approval: Approval) => string {
  const { word, language } = useWords();
  return ({ kind, summary, amount_minor, currency, member, memo }) => {
    if (language === 'en') return summary;
    const has_amount = currency !== null && BigInt(amount_minor) !== 0n;
    const amount = has_amount ? formatMoney(amount_minor, currency) : null;
    return [word('kind', kind), amount, member?.full_name, memo].filter(Boolean).join(' · ');
  };
}
