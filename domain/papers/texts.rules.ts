/** How papers write figures and times. Pure. */
import { formatMoney, groupMinor, type Currency } from '../../core/money.ts';
import type { Field } from '../../core/pdf/paper.ts';

export { formatMoney, groupMinor };

/** `+1,500.00`, `-200.00`: what came in and what went out. */
export function signed(amount_minor: bigint): string {
  return amount_minor > 0n ? `+${groupMinor(amount_minor)}` : groupMinor(amount_minor);
}

/** Hundredths of a percent: 1250 → `12.5%`. */
export function percent(bps: number): string {
  return `${bps / 100}%`;
}

/** A moment as a clock on the cooperative's wall shows it: `2026-11-26 14:30`. */
export function localTime(at: Date, utc_offset_minutes: number): string {
  return new Date(at.getTime() + utc_offset_minutes * 60_000).toISOString().slice(0, 16).replace('T', ' ');
}

/** `Wanjiru Kamau · M-001` */
export function named({ full_name, member_no }: { full_name: string; member_no: string }): string {
  return `${full_name} · ${member_no}`;
}

export function moneyOf(currency: Currency): (amount_minor: bigint) => string {
  return (amount_minor) => formatMoney(amount_minor, currency);
}

/** A field, or none where there is nothing to write. */
export function fieldIfAny(name: string, value: string | null): Field[] {
  return value === null ? [] : [{ name, value }];
}
