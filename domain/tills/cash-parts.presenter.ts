/** The vault and the tills beside the sum of cash. */
import { moneyFields } from '../../core/common-schemas.ts';
import { money } from '../../core/money.ts';
import { arrayOf, object, string, type Wire } from '../../core/schema.ts';
import type { CashPart } from './cash-parts.ts';

/** What names the vault or a till. */
export const cashPlaceFields = {
  till: string.nullable().describe('Null: the vault'),
  name: string,
};

const partsSchema = arrayOf(object({ ...cashPlaceFields, ...moneyFields('balance') })).describe(
  'Where the cooperative has tills: the vault, then each till; together they are the cash on hand',
);

export const cashPartsField = { cash_on_hand_parts: partsSchema.optional() };

export function presentCashParts(parts: readonly CashPart[] | null): {
  cash_on_hand_parts?: Wire<typeof partsSchema>;
} {
  if (!parts) return {};
  return {
    cash_on_hand_parts: parts.map(({ till_id, name, balance_minor }) => ({
      till: till_id,
      name,
      ...money('balance', balance_minor),
    })),
  };
}
