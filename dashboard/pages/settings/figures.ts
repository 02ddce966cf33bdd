/** Multiples and counts as people type them, as the whole numbers that the API takes. Pure. */
import { formatMinor, parseAmount } from '../../money/money.rules.ts';

/** "3" → 30000: three times, in hundredths of a percent; undefined for what is no multiple. */
export function readMultiple(text: string): number | undefined {
  const hundredths = parseAmount(text, 0);
  return typeof hundredths === 'number' ? hundredths * 100 : undefined;
}

/** 30000 → "3×" */
export function formatMultiple(bps: number): string {
  return `${formatMinor(Math.round(bps / 100)).replace(/\.?0+$/, '')}×`;
}

/** Digits only; undefined for anything else. */
export function readCount(text: string): number | undefined {
  return /^\d{1,6}$/.test(text.trim()) ? Number(text) : undefined;
}

/** 150050 → "1500.50": as a field shows what is stored. */
export function amountText(amount_minor: number | null): string {
  return amount_minor === null ? '' : formatMinor(amount_minor).replaceAll(',', '');
}
