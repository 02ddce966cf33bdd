/** Another process of the service under test, whose connection to PostgreSQL is cut at a statement of the test's choice, as where it is killed there. */
import type { OpenContext } from '../../app/compose.ts';
import { AppError } from '../../core/errors.ts';
import type { Context } from '../../domain/platform/context.ts';
import { openOther, type TestService } from '../harness/index.ts';
import { TcpProxy } from './tcp-proxy.ts';

/** Every statement, whichever way it is sent: a query, or the parse message of a prepared one. */
const ANY_STATEMENT = /^[QP]/;
const NONE = /^$/;

export class MortalProcess {
  readonly ctx: Context;
  readonly #opened: Pick<OpenContext, 'ctx' | 'close'>;
  readonly #proxy: TcpProxy;

  private constructor(opened: Pick<OpenContext, 'ctx' | 'close'>, proxy: TcpProxy) {
    this.ctx = opened.ctx;
    this.#opened = opened;
    this.#proxy = proxy;
  }

  static async open(service: TestService): Promise<MortalProcess> {
    const proxy = await TcpProxy.open(service.database_url);
    return new MortalProcess(await openOther(service, proxy.url), proxy);
  }

  /**
   * It acts, and dies at the statement that follows `pass` others; where it sends fewer, it lives.
   * @returns what it answered @throws what is no death
   */
  async dieAt<T>(pass: number, act: (ctx: Context) => Promise<T>): Promise<T | 'died'> {
    this.#proxy.cutStatements(ANY_STATEMENT, { pass, cut: 1 });
    try {
      return await act(this.ctx);
    } catch (error) {
      if (error instanceof AppError && error.code !== 'SERVICE_UNAVAILABLE') throw error;
      return 'died';
    } finally {
      this.#proxy.cutStatements(NONE);
    }
  }

  async close(): Promise<void> {
    await this.#opened.close();
    await this.#proxy.close();
  }
}
