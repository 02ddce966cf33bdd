import { describe, expect, test } from 'vitest';
import { readConfig } from '../../core/config.ts';
import { parseNatsUrl } from '../../core/nats-url.ts';

const DEFAULTS = {
  servers: [{ host: 'a', port: 4222 }],
  tls: false,
  username: undefined,
  password: undefined,
  stream: 'ushirika',
  replicas: 1,
};

describe('the forms of EVENTS_SINK', () => {
  test.each([
    ['nats://a', {}],
    ['nats://a:4222/', {}],
    ['tls://a', { tls: true }],
    ['nats://t%40ken@a', { username: 't@ken' }],
    ['tls://u:p%3Aw%25@a', { tls: true, username: 'u', password: 'p:w%' }],
    ['nats://a?stream=sacco_1&replicas=3', { stream: 'sacco_1', replicas: 3 }],
    [
      'nats://a,b:4223,[::1]:1/?replicas=5',
      {
        servers: [
          { host: 'a', port: 4222 },
          { host: 'b', port: 4223 },
          { host: '::1', port: 1 },
        ],
        replicas: 5,
      },
    ],
  ])('%s', (url, differing) => {
    expect(parseNatsUrl(url)).toEqual({ ...DEFAULTS, ...differing });
    expect(readConfig({ EVENTS_SINK: url }).events_sink).toBe(url);
  });

  test.each([
    ['kafka://a', 'must be like nats://'],
    ['nats://', 'must be like nats://'],
    ['nats://a/path', 'must be like nats://'],
    ['nats://a:port', 'must have addresses like host:port'],
    ['nats://a,,b', 'must have addresses like host:port'],
    ['nats://top-secret%@a', 'must have a % in names and passwords written as %25'],
    ['nats://a?stream=a.b', 'must have a stream of at most 64 letters'],
    ['nats://a?stream=', 'must have a stream of at most 64 letters'],
    ['nats://a?replicas=2', 'must have 1, 3 or 5 replicas'],
    ['nats://top-secret@a?subject=b', 'may only have the parameters stream and replicas'],
  ])('%s is refused at the start, without its secrets', (url, sentence) => {
    expect(() => readConfig({ EVENTS_SINK: url })).toThrow(`"EVENTS_SINK" ${sentence}`);
    expect(() => readConfig({ EVENTS_SINK: url })).not.toThrow('top-secret');
  });
});
