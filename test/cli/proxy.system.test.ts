/** Requests go through the proxy that HTTPS_PROXY, HTTP_PROXY and NO_PROXY name. */
import { writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer, request, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { selfSigned } from '../harness/certificate.ts';
import { Cli } from '../harness/cli.ts';

let cli: Cli;
let service: string;
let service_over_tls: string;
let proxy: string;
const servers: { close(): void }[] = [];
/** What the proxy was asked for. */
let asked: string[];

const answer: RequestListener = (_request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end('{"members":[],"next_after":null}');
};

beforeAll(async () => {
  const { certificate, private_key } = selfSigned('localhost');
  service = await listening(createServer(answer), 'http://127.0.0.1');
  service_over_tls = await listening(
    createTlsServer({ cert: certificate, key: private_key }, answer),
    'https://localhost',
  );
  proxy = await listening(
    createServer((incoming, response) => {
      asked.push(`${incoming.method} ${incoming.url}`);
      const { method = '', headers } = incoming;
      const onward = request(incoming.url ?? '', { method, headers }, (received) => {
        response.writeHead(received.statusCode ?? 0, received.headers);
        received.pipe(response);
      });
      incoming.pipe(onward);
    }).on('connect', (incoming, socket: Socket) => {
      asked.push(`CONNECT ${incoming.url}`);
      const onward = connect(Number(incoming.url?.split(':')[1]), '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        socket.pipe(onward).pipe(socket);
      });
      onward.on('error', () => socket.destroy());
      socket.on('error', () => onward.destroy());
    }),
    'http://127.0.0.1',
  );
  const opened = await Cli.open({ USHIRIKA_URL: service, USHIRIKA_API_KEY: 'ush_test_key' });
  const authority = join(opened.folder, 'authority.pem');
  await writeFile(authority, certificate);
  cli = opened.with({ NODE_EXTRA_CA_CERTS: authority });
});
beforeEach(() => {
  asked = [];
});
afterAll(async () => {
  for (const server of servers) server.close();
  await cli.close();
});

async function listening(server: Server, origin: string): Promise<string> {
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `${origin}:${(server.address() as AddressInfo).port}`;
}

async function list(env: Record<string, string>): Promise<void> {
  expect(await cli.with(env).run(['members', 'list', '--json'])).toEqual({
    code: 0,
    stdout: '{"members":[],"next_after":null}\n',
    stderr: '',
  });
}

test.each(['HTTP_PROXY', 'http_proxy'])('http through %s', async (name) => {
  await list({ [name]: proxy });
  expect(asked).toEqual([`GET ${service}/api/v1/sacco/members`]);
});

test('https through a tunnel of HTTPS_PROXY', async () => {
  await list({ HTTPS_PROXY: proxy, USHIRIKA_URL: service_over_tls });
  expect(asked).toEqual([`CONNECT ${new URL(service_over_tls).host}`]);
});

test('what NO_PROXY names is asked directly', async () => {
  await list({ HTTP_PROXY: proxy, NO_PROXY: 'example.org,127.0.0.1' });
  await list({});
  expect(asked).toEqual([]);
});

test('a proxy that refuses or is gone, or an address that is none, is said', async () => {
  const refusing = await listening(
    createServer().on('connect', (_incoming, socket) => socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')),
    'http://127.0.0.1',
  );
  const refused = await cli
    .with({ HTTPS_PROXY: refusing, USHIRIKA_URL: service_over_tls })
    .run(['webhooks', 'deliveries', 'redeliver', 'whd_x']);
  expect(refused).toMatchObject({
    code: 6,
    stderr: 'error: The connection failed: the proxy refused it.\n',
  });
  const wrong = await cli.with({ HTTP_PROXY: 'proxy' }).run(['members', 'list']);
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('HTTP_PROXY') });
});
