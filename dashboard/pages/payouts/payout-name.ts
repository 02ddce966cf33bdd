/** What a payout is called. */
import type { Payout } from '../../generated/wire.ts';
import { useWords } from '../../words.ts';

/** @returns its reference; the cooperative's own payouts have an internal id as reference, so they are called by what they are */
export function usePayoutName(): (payout: Pick<Payout, 'reference' | 'origin'>) => string {
  const { word } = useWords();
  return ({ reference, origin }) => (origin === 'merchant' ? reference : word('payout_origin', origin));
}
