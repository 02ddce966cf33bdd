/** A process that dies at each of its statements in turn, and others that finish what it has left. */
import { expect } from 'vitest';
import type { OpenContext } from '../../app/compose.ts';
import { AppError } from '../../core/errors.ts';
import { entries } from '../../domain/movements/index.ts';
import type { Context } from '../../domain/platform/context.ts';
import { BOOKINGS, bookAs, makeEntriesDue, openOther, until, type TestService } from '../harness/index.ts';
import { TcpProxy } from './tcp-proxy.ts';

/** Every statement, whichever way it is sent: a query, or the parse message of a prepared one. */
const ANY_STATEMENT = /^[QP]/;
const MOST_STATEMENTS = 120;
/** Of any deed: fewer passes would say that nobody died. */
export const FEWEST_STATEMENTS = 4;
/** Passes in which nobody died: all statements have been tried. */
const ENOUGH = 2;

interface Mortality {
  /** Before each pass: what the deed is to be done to. */
  prepare: () => Promise<unknown>;
  /** The same for whoever repeats it. */
  act: (ctx: Context) => Promise<unknown>;
  /** After each pass: it was done once more, and no more often. */
  check: (pass: number) => Promise<void>;
}

export class Mortal {
  readonly #service: TestService;
  readonly #proxy: TcpProxy;
  readonly #process: Pick<OpenContext, 'ctx' | 'close'>;

  private constructor(service: TestService, proxy: TcpProxy, process: Pick<OpenContext, 'ctx' | 'close'>) {
    this.#service = service;
    this.#proxy = proxy;
    this.#process = process;
  }

  static async open(service: TestService): Promise<Mortal> {
    const proxy = await TcpProxy.open(service.database_url);
    return new Mortal(service, proxy, await openOther(service, proxy.url));
  }

  async close(): Promise<void> {
    await this.#process.close();
    await this.#proxy.close();
  }

  /** Repeats it with a death at each statement, until it lives; another process goes on after each. @returns how many passes that took */
  async diesAtEach(how: (typeof BOOKINGS)[number], { prepare, act, check }: Mortality): Promise<number> {
    const restore = bookAs(how, this.#process.ctx.ledger);
    let survived = 0;
    let pass = 0;
    try {
      for (; pass < MOST_STATEMENTS && survived < ENOUGH; pass += 1) {
        await prepare();
        const died = await this.#dies(pass, act);
        await this.#goOn();
        await act(this.#service.ctx);
        await check(pass);
        survived = died ? 0 : survived + 1;
      }
    } finally {
      restore();
    }
    expect(pass).toBeLessThan(MOST_STATEMENTS);
    return pass;
  }

  /** @returns whether it died @throws what is no death */
  async #dies(pass: number, act: Mortality['act']): Promise<boolean> {
    this.#proxy.cutStatements(ANY_STATEMENT, { pass, cut: 1 });
    try {
      await act(this.#process.ctx);
      return false;
    } catch (error) {
      if (error instanceof AppError && error.code !== 'SERVICE_UNAVAILABLE') throw error;
      return true;
    } finally {
      this.#proxy.cutStatements(/^$/);
    }
  }

  /** What was under way is finished by others: a batch becomes entries, and those are then booked. */
  async #goOn(): Promise<void> {
    const { ctx } = this.#service;
    // What a dying process had sent may still be carried out.
    await until('no transaction is open', async () => {
      const { rows } = await ctx.db.raw(
        `select 1 from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
      );
      return rows.length === 0;
    });
    for (let i = 0; i < 2; i++) {
      await makeEntriesDue(this.#service);
      await entries.resumePending(ctx);
    }
  }
}
