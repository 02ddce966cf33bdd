/** The products whose accounts earn declared interest: fixed ones earn theirs at maturity. */
import { useCooperative } from '../../api/me.ts';
import { useList } from '../../api/reads.ts';
import { useWords } from '../../words.ts';

/** More products than a cooperative offers. */
const ALL_PRODUCTS = 100;

export interface ProductOption {
  /** Empty: the product of the account that every member has, whichever it is. */
  value: string;
  label: string;
}

/** Retired ones too, whose accounts go on; undefined until they are read. */
export function useEarningProducts(): ProductOption[] | undefined {
  const { t, word } = useWords();
  const default_id = useCooperative()?.savings_product_id;
  const { items, is_loading, error } = useList('sacco.savingsProducts.list', { limit: ALL_PRODUCTS });
  if (is_loading || error || default_id === undefined) return undefined;
  const others = items.filter(({ id, kind }) => kind !== 'fixed' && id !== default_id);
  return [
    { value: '', label: t('interest.default_accounts') },
    ...others.map(({ id, name, kind }) => ({ value: id, label: `${name} · ${word('savings_kind', kind)}` })),
  ];
}
