/** A process that dies at the ledger, as far as its caller can tell. */
import { vi } from 'vitest';
import { AppError, unavailable } from '../../core/errors.ts';
import type { LedgerBackend } from '../../domain/ledger/index.ts';
import type { Context } from '../../domain/platform/context.ts';

/** Each step of a request is a transaction of its own, as where the ledger is a system of its own. @returns what ends that */
export function bookApart(ledger: LedgerBackend): () => void {
  const { within } = ledger;
  ledger.within = null;
  return () => {
    ledger.within = within;
  };
}

/** How a request is booked: with the ledger in its transaction, or apart. */
export const BOOKINGS = ['in one transaction', 'each step apart'] as const;

/** @returns what ends that */
export function bookAs(how: (typeof BOOKINGS)[number], ledger: LedgerBackend): () => void {
  return how === 'each step apart' ? bookApart(ledger) : () => undefined;
}

/**
 * The ledger as a process sees it that dies there: its booking was not made, or it was, and it never learns which. It is a system
 * of its own: one that is in the database dies with the transaction.
 */
export function dyingLedger(ledger: LedgerBackend, when: 'before' | 'after'): LedgerBackend {
  return {
    ...ledger,
    within: null,
    async post(...posted) {
      if (when === 'after') await ledger.post(...posted);
      throw unavailable('ledger');
    },
  };
}

/** The same for the next booking of a ledger that is in use. */
export function loseNextBooking(ledger: LedgerBackend, when: 'before' | 'after'): void {
  // Of the ledger as it is now, before its booking is replaced.
  const dying = dyingLedger({ ...ledger }, when);
  const restore = bookApart(ledger);
  vi.spyOn(ledger, 'post').mockImplementationOnce((...posted) => {
    restore();
    return dying.post(...posted);
  });
}

/** What happens in a process that dies at its next booking, if it comes to one. @param when null: it lives */
export async function dieAtNextBooking<Answer>(
  ledger: LedgerBackend,
  when: 'before' | 'after' | null,
  act: () => Promise<Answer>,
): Promise<Answer> {
  const living = { ...ledger };
  const revive = () => Object.assign(ledger, living);
  if (when) {
    const dying = dyingLedger(living, when);
    Object.assign(ledger, {
      within: null,
      post(...posted: Parameters<LedgerBackend['post']>) {
        revive();
        return dying.post(...posted);
      },
    });
  }
  return act().finally(revive);
}

/**
 * What a use case answers, as text: its reason or code when it is refused.
 * @param dies where its process does; null: it does not
 * @throws whatever is not an answer but a defect
 */
export async function outcomeOf(
  ctx: Context,
  dies: 'before' | 'after' | null,
  act: (ctx: Context) => Promise<string | void>,
): Promise<string> {
  const its_ctx = dies === null ? ctx : { ...ctx, ledger: dyingLedger(ctx.ledger, dies) };
  try {
    return (await act(its_ctx)) ?? 'done';
  } catch (error) {
    if (error instanceof AppError) return error.reason ?? error.code;
    throw error;
  }
}
