/**
 * A program: accepts connections in place of servers of the main process, so that a server can be killed without losing what
 * it knows, as a provider's gateway or a receiver with a database can. Arguments: `<own port>:<port of the server>`, any number.
 */
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

for (const pair of process.argv.slice(2)) {
  const [own, target] = pair.split(':').map(Number) as [number, number];
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      from.setNoDelay(true);
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
      from.pipe(to);
    }
  }).listen(own, '127.0.0.1');
  await once(server, 'listening');
}
process.stdout.write('ready fronts\n');
