/** The classes of late loans as a form holds them, and as the API takes them. Pure. */
import { parsePercent, percentText } from '../../money/money.rules.ts';
import type { ProvisioningTable } from '../../generated/wire.ts';

export type LoanClass = ProvisioningTable['classes'][number];

export interface ClassFields {
  name: string;
  from_days: string;
  rate: string;
}

export const MIN_CLASSES = 2;
export const MAX_CLASSES = 10;

export function fieldsOf({ name, from_days, rate_bps }: LoanClass): ClassFields {
  return { name, from_days: String(from_days), rate: percentText(rate_bps) };
}

/** @returns null where a text cannot be read as its number */
export function readClasses(fields: readonly ClassFields[]): LoanClass[] | null {
  const classes = fields.map(({ name, from_days, rate }) => ({
    name: name.trim(),
    from_days: /^\d{1,5}$/.test(from_days.trim()) ? Number(from_days) : undefined,
    rate_bps: parsePercent(rate),
  }));
  const read = classes.filter(
    (each): each is LoanClass => each.from_days !== undefined && each.rate_bps !== undefined,
  );
  return read.length === classes.length ? read : null;
}
