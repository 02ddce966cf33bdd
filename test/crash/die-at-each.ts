/** A process that dies at each of its statements in turn, and others that finish what it has left. */
import { expect } from 'vitest';
import { entries } from '../../domain/movements/index.ts';
import type { Context } from '../../domain/platform/context.ts';
import { BOOKINGS, bookAs, makeEntriesDue, until, type TestService } from '../harness/index.ts';
import type { MortalProcess } from './mortal-process.ts';

const MOST_STATEMENTS = 120;
/** Of any deed: fewer passes would say that nobody died. */
export const FEWEST_STATEMENTS = 4;
/** Passes in which nobody died: all statements have been tried. */
const ENOUGH = 3;

interface Mortality {
  /** Before each pass: what the deed is to be done to. */
  prepare: () => Promise<unknown>;
  /** The same for whoever repeats it. */
  act: (ctx: Context) => Promise<unknown>;
  /** What else finds what the dead process has left, besides the sweep of movements. */
  sweep?: (ctx: Context) => Promise<unknown>;
  /** After each pass: it was done once more, and no more often. */
  check: (pass: number) => Promise<void>;
}

/** Repeats it with a death at each statement, until it lives; another process goes on after each. @returns how many passes that took */
export async function dieAtEach(
  { service, mortal }: { service: TestService; mortal: MortalProcess },
  how: (typeof BOOKINGS)[number],
  { prepare, act, sweep, check }: Mortality,
): Promise<number> {
  const restore = bookAs(how, mortal.ctx.ledger);
  let survived = 0;
  let pass = 0;
  try {
    for (; pass < MOST_STATEMENTS && survived < ENOUGH; pass += 1) {
      await prepare();
      const died = (await mortal.dieAt(pass, act)) === 'died';
      await finishMovements(service);
      await sweep?.(service.ctx);
      await act(service.ctx);
      await check(pass);
      survived = died ? 0 : survived + 1;
    }
  } finally {
    restore();
  }
  expect(pass).toBeLessThan(MOST_STATEMENTS);
  return pass;
}

/** A batch becomes entries, and those are then booked. */
async function finishMovements(service: TestService): Promise<void> {
  // What a dying process had sent may still be carried out.
  await until('no transaction is open', async () => {
    const { rows } = await service.ctx.db.raw(
      `select 1 from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
    );
    return rows.length === 0;
  });
  for (let i = 0; i < 2; i++) {
    await makeEntriesDue(service);
    await entries.resumePending(service.ctx);
  }
}
