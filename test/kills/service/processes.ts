/**
 * The service as processes that are killed: `npm start` with its bundled PostgreSQL, two web and two worker processes beside it
 * on the same database, and what stands for the servers of providers and of the receiver of webhooks.
 */
import { appendFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../../crash/random.ts';
import { spawnProcess } from '../../harness/processes.ts';
import type { Span } from '../accounting/serving.ts';
import { freePorts } from './ports.ts';
import { addressOf, environmentOf, programsOf, type Layout, type OutsideProvider } from './programs.ts';
import { SupervisedProcess, type End } from './supervised-process.ts';

/** One in so many of those that are starting is killed before it serves. */
const STARTING_KILLED_IN = 4;
/** Of one that was waited for, in milliseconds. */
const LONGEST_LIFE_MS = 1_000;
/** Without a database processes may end by themselves: until so long after it is there again. */
const AFTER_MS = 15_000;

/** Where the service keeps its data, as in the layout. */
export type Stores = Pick<Layout, 'redis_url' | 'database_urls' | 'tigerbeetle_addresses'>;

/** All in the PostgreSQL that `npm start` runs. */
export const EMBEDDED: Stores = { redis_url: null, database_urls: null, tigerbeetle_addresses: null };

export class ServiceProcesses {
  readonly folder: string;
  /** Addresses at which the service answers. */
  readonly addresses: string[];
  /** Where the service reaches the receiver of webhooks. */
  readonly receiver_url: string;
  /** Processes that ended without being killed, although PostgreSQL was there. */
  readonly ended_by_themselves: string[] = [];
  readonly #layout: Layout;
  readonly #processes: SupervisedProcess[];

  private constructor(folder: string, layout: Layout) {
    this.folder = folder;
    const { web_a, web_b, main } = layout.ports;
    this.addresses = [web_a, web_b, ...(layout.database_urls ? [] : [main])].map(addressOf);
    this.receiver_url = addressOf(layout.receiver.front);
    this.#layout = layout;
    this.#processes = programsOf(layout).map(
      (program) => new SupervisedProcess(program, (end) => this.#noteEnd(end)),
    );
    // Whatever ends this process leaves no other behind; `npm start` ends PostgreSQL.
    process.on('exit', () => {
      for (const each of this.#processes) each.abandon();
    });
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));
  }

  /**
   * @param providers how the service reaches them
   * @param receiver_port where this process receives webhooks
   */
  static async start(
    providers: readonly Omit<OutsideProvider, 'front'>[],
    receiver_port: number,
    stores: Stores,
  ): Promise<ServiceProcesses> {
    const folder = await mkdtemp(join(tmpdir(), 'ushirika-kills-'));
    // PostgreSQL's account must be able to walk in.
    await chmod(folder, 0o755);
    const ports = await freePorts(4 + providers.length);
    const take = (): number => ports.pop() as number;
    const service = new ServiceProcesses(folder, {
      data_dir: join(folder, 'data'),
      ports: { main: take(), web_a: take(), web_b: take() },
      receiver: { port: receiver_port, front: take() },
      providers: providers.map((each) => ({ ...each, front: take() })),
      ...stores,
    });
    try {
      if (stores.database_urls) await service.#run('commands/migrate.js');
      const [main, ...others] = service.#processes;
      await main?.start();
      await Promise.all(others.map((process) => process.start()));
    } catch (error) {
      await service.stop(true);
      throw error;
    }
    return service;
  }

  /**
   * kill -9 of one of them, by chance; it is started again at once. One that is still starting is killed sometimes only, so
   * that a slow machine gets to serve between the kills, too.
   * @returns its name; null if it was ending by itself
   */
  async killOne(random: Random): Promise<string | null> {
    const tickets = this.#processes.flatMap((process) =>
      Array.from({ length: process.program.share }, () => process),
    );
    // As many numbers each time, so that a seed has its order of deaths, however fast they start.
    const victim = random.pick(tickets);
    const early = random.below(STARTING_KILLED_IN) === 0;
    const life_ms = random.below(LONGEST_LIFE_MS);
    if (!victim.serves && !early) {
      await victim.ready();
      await delay(life_ms);
    }
    return (await victim.kill()) ? victim.program.name : null;
  }

  /** When there was a process that does jobs. */
  get worked(): Span[] {
    return this.#processes.filter(({ program }) => program.works).flatMap(({ served }) => served);
  }

  /** Resolves once all of them serve. */
  async ready(): Promise<void> {
    await Promise.all(this.#processes.map((process) => process.ready()));
  }

  /** @returns what `npm run verify` prints */
  async verify(): Promise<{ ok: boolean; output: string }> {
    return this.#run('commands/verify.js');
  }

  async #run(program: string): Promise<{ ok: boolean; output: string }> {
    const process = spawnProcess(program, [], await environmentOf(this.#layout));
    const code = await process.ended;
    return { ok: code === 0, output: process.output() };
  }

  /** @param keep whether the folder with data and output stays, for a look at what went wrong */
  async stop(keep: boolean): Promise<void> {
    const [main, ...others] = this.#processes;
    await Promise.all(others.map((process) => process.stop('kill')));
    await main?.stop('terminate');
    if (keep) for (const process of this.#processes) this.#log(process.program.name, process.output());
    else await rm(this.folder, { recursive: true, force: true, maxRetries: 10 });
  }

  #noteEnd({ name, code, killed, output }: End): void {
    // The first one runs PostgreSQL, and serves once that answers.
    const [since, to] = this.#processes[0]?.served.at(-1) ?? [Infinity, 0];
    // Nothing that happens to a database of others ends a process.
    const has_database =
      this.#layout.database_urls !== null || (to === Infinity && Date.now() - since > AFTER_MS);
    if (!killed && has_database)
      this.ended_by_themselves.push(`${name} ended with ${code}: ${output.trim().split('\n').at(-1)}`);
    this.#log(`${name}, ${killed ? 'killed' : `ended with ${code}`}`, output);
  }

  #log(title: string, output: string): void {
    const at = new Date().toISOString();
    appendFileSync(join(this.folder, 'output.log'), `── ${at} ${title}\n${output}\n`);
  }
}
