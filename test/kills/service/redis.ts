/** Redis for the queues: the one at REDIS_URL, else one that is started here. It is not killed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { flushRedis } from '../../harness/redis.ts';
import { until } from '../../harness/wait.ts';
import { freePorts } from './ports.ts';

export async function openRedis(): Promise<{ url: string; close(): Promise<void> }> {
  const given = process.env['REDIS_URL'];
  if (given) {
    await flushRedis(given);
    return { url: given, close: () => Promise.resolve() };
  }
  const [port] = await freePorts(1);
  const settings = '--bind 127.0.0.1 --appendonly no --maxmemory-policy noeviction';
  const server = spawn('redis-server', ['--port', String(port), '--save', '', ...settings.split(' ')], {
    stdio: 'ignore',
  });
  const url = `redis://127.0.0.1:${port}`;
  await until('Redis answers', () => flushRedis(url).then(() => true));
  return {
    url,
    async close() {
      server.kill();
      await once(server, 'exit');
    },
  };
}
