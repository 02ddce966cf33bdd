/** Changes of payout settings. Pure. */
import type { ChangedValue } from '../../../platform/second-person.port.ts';
import type { PayoutTerms } from './payout-settings.model.ts';

/** Without settings nothing is sent. */
export const OFF: PayoutTerms = {
  enabled: false,
  max_minor: null,
  daily_max_minor: null,
  approval_above_minor: null,
};

export const LIMITS = ['max_minor', 'daily_max_minor', 'approval_above_minor'] as const;

export function changesBetween(present: PayoutTerms, wanted: PayoutTerms): ChangedValue[] {
  const text = (value: bigint | boolean | null): string | null => (value === null ? null : String(value));
  return (['enabled', ...LIMITS] as const)
    .filter((name) => present[name] !== wanted[name])
    .map((field) => ({ field, from: text(present[field]), to: text(wanted[field]) }));
}

/** Whether two are the same. */
export function isSame(a: PayoutTerms, b: PayoutTerms): boolean {
  return changesBetween(a, b).length === 0;
}

/** Whether more can be sent, or with less control, than before. */
export function weakens(present: PayoutTerms, wanted: PayoutTerms): boolean {
  if (!wanted.enabled) return false;
  return !present.enabled || LIMITS.some((name) => isRaised(present[name], wanted[name]));
}

function isRaised(from: bigint | null, to: bigint | null): boolean {
  return from !== null && (to === null || to > from);
}
