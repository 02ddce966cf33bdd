/** Money that a provider is to send to the phone of a member: what a request says, and how the checker reads it. */
import type { EntryRow } from '../entries/entry.model.ts';
import { findProvider } from '../../payments/index.ts';

/** What a request says about it; nothing where the money is not sent. */
export interface MobileMoney {
  provider?: string;
  /** The member's own, which it is by default. */
  phone?: string;
}

/** Follows the movement in what the checker reads; nothing where no provider sends it. */
export function inSummary({ provider, phone }: Pick<EntryRow, 'provider' | 'phone'>): string {
  return provider === null ? '' : ` to ${phone ?? 'the member'} by ${findProvider(provider).title}`;
}
