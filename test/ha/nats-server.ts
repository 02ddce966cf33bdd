/** A NATS server with JetStream as a process on this machine, which keeps its streams on disk and may be killed or frozen. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { until } from '../harness/index.ts';
import { freePorts } from '../kills/service/ports.ts';
import { Child } from './child.ts';
import { missing, pathOf } from './engines/engine.ts';

const NEEDED = missing('nats-server');
/** Said in the name of a test that cannot run here; empty if it can. */
export const NATS_MISSING = NEEDED.length > 0 ? ` (SKIPPED: ${NEEDED.join(', ')} missing)` : '';

export const TOKEN = 'of-the-tests';
const STREAM = 'ushirika';

export interface StoredEvent {
  id: string;
  subject: string;
  body: string;
}

export class NatsServer extends Child {
  readonly port: number;
  readonly #folder: string;

  private constructor(port: number, folder: string) {
    super();
    this.port = port;
    this.#folder = folder;
  }

  static async open(): Promise<NatsServer> {
    const [port = 0] = await freePorts(1);
    const server = new NatsServer(port, await mkdtemp(join(tmpdir(), 'ushirika-nats-')));
    await server.start();
    return server;
  }

  get url(): string {
    return `nats://${TOKEN}@127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const address = ['-a', '127.0.0.1', '-p', String(this.port)];
    this.run(pathOf('nats-server') as string, ['-js', '-sd', this.#folder, ...address, '--auth', TOKEN]);
    await until('NATS answers', () => {
      this.expectRunning();
      return this.ask(async (manager) => Boolean(await manager.getAccountInfo()));
    });
  }

  /** All messages of the stream, in its order. */
  async events(): Promise<StoredEvent[]> {
    return this.ask(async (manager) => {
      const { messages } = (await manager.streams.info(STREAM)).state;
      const consumer = await manager.jetstream().consumers.get(STREAM);
      const found: StoredEvent[] = [];
      if (messages === 0) return found;
      for await (const message of await consumer.consume()) {
        const { subject, headers } = message;
        found.push({ id: headers?.get('Nats-Msg-Id') ?? '', subject, body: message.string() });
        if (message.info.pending === 0) break;
      }
      return found;
    });
  }

  async ask<Result>(question: (manager: JetStreamManager) => Promise<Result>): Promise<Result> {
    const connection = await connect({ servers: `127.0.0.1:${this.port}`, token: TOKEN, reconnect: false });
    try {
      return await question(await jetstreamManager(connection));
    } finally {
      await connection.close();
    }
  }

  async close(): Promise<void> {
    await this.kill();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
