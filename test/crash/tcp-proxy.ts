/** A TCP proxy in front of a server, to take the network away at a chosen moment; of PostgreSQL it knows COMMIT. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** When the connection is cut: before the server has got the COMMIT, or after it has committed and before it is heard. */
export type Cut = 'before' | 'after';

export class TcpProxy {
  /** The server's URL, through the proxy. */
  readonly url: string;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #down = false;
  #turned_away = 0;
  #frozen = false;
  /** Connections whose bytes are swallowed in both directions, for good. */
  readonly #silent = new Set<Socket>();
  #cuts: Cut[] = [];
  #meanwhile: () => Promise<unknown> = () => Promise.resolve();
  /** Connections that send a statement like this are cut. */
  #refused: { like: RegExp; pass: number; cut: number } | null = null;
  /** New connections wait for it. */
  #gate: Promise<unknown> = Promise.resolve();

  private constructor(server: Server, url: string) {
    this.#server = server;
    this.url = url;
  }

  static async open(server_url: string): Promise<TcpProxy> {
    const target = new URL(server_url);
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = new URL(server_url);
    url.hostname = '127.0.0.1';
    url.port = String((server.address() as AddressInfo).port);
    const proxy = new TcpProxy(server, url.href);
    server.on('connection', (client) => void proxy.#pass(client, target));
    return proxy;
  }

  /** Cuts the connection of each coming COMMIT, one after the other; `meanwhile` runs before anyone connects again. */
  cutCommits(cuts: Cut[], meanwhile?: () => Promise<unknown>): void {
    this.#cuts = [...cuts];
    this.#meanwhile = meanwhile ?? (() => Promise.resolve());
  }

  /** COMMITs that are still to be cut. */
  get pending_cuts(): number {
    return this.#cuts.length;
  }

  /**
   * Cuts connections that send a statement like that, before the server has got it.
   * @param pass how many such statements pass before
   * @param cut how many are cut then
   */
  cutStatements(like: RegExp, { pass = 0, cut = Infinity }: { pass?: number; cut?: number } = {}): void {
    this.#refused = { like, pass, cut };
  }

  /** Cuts every connection; new ones are cut at once until it is up again. */
  goDown(): void {
    this.#down = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Connections that were cut at once, because it was down. */
  get turned_away(): number {
    return this.#turned_away;
  }

  comeUp(): void {
    this.#down = false;
  }

  /** Swallows what comes on the present connections, in both directions; new ones are served. */
  silence(): void {
    for (const socket of this.#sockets) this.#silent.add(socket);
  }

  /** The same, and new ones are accepted and never answered, until it thaws. */
  freeze(): void {
    this.#frozen = true;
    this.silence();
  }

  thaw(): void {
    this.#frozen = false;
  }

  async close(): Promise<void> {
    this.goDown();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #refuses(message: Buffer): boolean {
    if (!this.#refused?.like.test(message.toString('latin1'))) return false;
    if (this.#refused.pass-- > 0) return false;
    return this.#refused.cut-- > 0;
  }

  async #pass(client: Socket, target: URL): Promise<void> {
    client.on('error', () => undefined);
    await this.#gate;
    if (this.#down) this.#turned_away += 1;
    if (this.#down || client.destroyed) return void client.destroy();
    if (this.#frozen) {
      client.resume();
      this.#sockets.add(client);
      client.on('close', () => this.#sockets.delete(client));
      return;
    }
    const server = connect(Number(target.port || (speaksPostgres(target) ? 5432 : 6379)), target.hostname);
    server.on('error', () => undefined);
    const both = [client, server];
    for (const socket of both) {
      // Messages pass one by one; held back to fill packets, each would cost 40 ms.
      socket.setNoDelay(true);
      this.#sockets.add(socket);
      socket.on('close', () => {
        this.#sockets.delete(socket);
        this.#silent.delete(socket);
        for (const each of both) each.destroy();
      });
    }
    let committing = false;
    const cut = (): void => {
      this.#gate = this.#meanwhile();
      for (const socket of both) socket.destroy();
    };
    server.on('data', (answer) => {
      if (this.#silent.has(server)) return;
      if (committing) cut();
      else client.write(answer);
    });
    const messages = speaksPostgres(target) ? messageReader() : (chunk: Buffer) => [chunk];
    client.on('data', (chunk: Buffer) => {
      if (this.#silent.has(client)) return;
      for (const message of messages(chunk)) {
        if (this.#refuses(message)) return cut();
        const how = isCommit(message) ? this.#cuts.shift() : undefined;
        if (how === 'before') return cut();
        committing = how === 'after';
        server.write(message);
      }
    });
  }
}

const speaksPostgres = ({ protocol }: URL): boolean => protocol.startsWith('postgres');

/** Splits what a client of PostgreSQL sends into messages: the first is its start-up, all others begin with a letter. */
function messageReader(): (chunk: Buffer) => Buffer[] {
  let rest: Buffer = Buffer.alloc(0);
  let head = 0;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    const messages: Buffer[] = [];
    while (rest.length >= head + 4) {
      const length = head + rest.readInt32BE(head);
      if (rest.length < length) break;
      messages.push(rest.subarray(0, length));
      rest = rest.subarray(length);
      head = 1;
    }
    return messages;
  };
}

function isCommit(message: Buffer): boolean {
  return message.toString('latin1', 0, 1) === 'Q' && /^commit;?\0$/i.test(message.toString('latin1', 5));
}
