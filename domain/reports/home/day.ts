/** The cooperative's day, of which a first page tells. */
import type { Currency } from '../../../core/money.ts';

/** The day on which it is read. */
export interface Day {
  /** Local date. */
  today: string;
  currency: Currency;
  utc_offset_minutes: number;
}
