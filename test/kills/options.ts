/** The options of `npm run test:kills`. */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

export interface Options {
  /** Processes to kill. */
  count: number;
  seed: number;
  /** Where the queues are. */
  backend: 'postgres' | 'redis';
}

/** @throws Error on an option that is not known or not possible here */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      count: { type: 'string', default: '25' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      backend: { type: 'string', default: 'postgres' },
    },
  });
  const { backend } = values;
  if (backend !== 'postgres' && backend !== 'redis') throw new Error('--backend is postgres or redis');
  if (
    backend === 'redis' &&
    !process.env['REDIS_URL'] &&
    spawnSync('redis-server', ['--version']).status !== 0
  )
    throw new Error('--backend redis needs REDIS_URL, or redis-server on the PATH');
  return { count: wholeNumber('--count', values.count), seed: wholeNumber('--seed', values.seed), backend };
}

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new Error(`${name} is a whole number of at most six digits`);
  return Number(text);
}
