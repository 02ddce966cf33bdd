/** Publishes events to a stream of NATS JetStream. Without a sink the packages are not loaded. */
import type { StreamConfig } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { DAY_MS } from './local-date.ts';
import { parseNatsUrl, type NatsTarget } from './nats-url.ts';
import type { Environment } from './scope.ts';

/** An event as it is published. */
export interface SinkEvent {
  id: string;
  project_id: string;
  environment: Environment;
  type: string;
  payload: string;
}

export interface Published {
  /** Whether each event is in the stream, in the order given. */
  stored: boolean[];
  /** Why the first one that is not there is not; null when all are. */
  error: unknown;
}

export interface EventSink {
  /**
   * Publishes events in their order. None is stored before the one in front of it, also when that gets lost on the way; one that
   * is there already is not stored again, within the stream's window for duplicates.
   */
  publish(events: readonly SinkEvent[]): Promise<Published>;
  close(): Promise<void>;
}

/** Until a server that does not answer counts as failed. */
const CONNECT_TIMEOUT_MS = 5_000;
const ANSWER_TIMEOUT_MS = 5_000;
/** So long a stream recognises what was published twice, unless somebody else created it. Longer than a worker that died takes to be replaced. */
const DUPLICATE_WINDOW_MS = 10 * 60_000;
const NS_PER_MS = 1_000_000;

/** @param keep_days how long a stream that is created keeps events */
export function openEventSink(url: string, keep_days: number): EventSink {
  const target = parseNatsUrl(url);
  let opening: Promise<Stream> | null = null;
  /** Connects at the first event, and again after a failure: the pauses between attempts are the caller's. */
  const opened = (): Promise<Stream> => {
    opening ??= openStream(target, keep_days);
    return opening;
  };
  const close = async (): Promise<void> => {
    const stream = await opening?.catch(() => null);
    opening = null;
    await stream?.close();
  };
  return {
    async publish(events) {
      try {
        const stream = await opened();
        const results = await Promise.allSettled(
          events.map((event, i) => stream.store(event, events[i - 1]?.id)),
        );
        const failed = results.find((result) => result.status === 'rejected');
        if (failed) await close();
        return {
          stored: results.map(({ status }) => status === 'fulfilled'),
          error: failed?.reason ?? null,
        };
      } catch (error) {
        await close();
        return { stored: events.map(() => false), error };
      }
    },
    close,
  };
}

interface Stream {
  /** @param after_id the event that must be the last in the stream; undefined: any */
  store(event: SinkEvent, after_id: string | undefined): Promise<unknown>;
  close(): Promise<void>;
}

async function openStream(target: NatsTarget, keep_days: number): Promise<Stream> {
  const connection = await connectTo(target);
  try {
    const { jetstream } = await import('@nats-io/jetstream');
    await ensureStream(connection, target, keep_days);
    const client = jetstream(connection, { timeout: ANSWER_TIMEOUT_MS });
    return {
      store: ({ id, project_id, environment, type, payload }, after_id) =>
        client.publish(`${target.stream}.${environment}.${project_id}.${type}`, payload, {
          msgID: id,
          expect: { streamName: target.stream, ...(after_id === undefined ? {} : { lastMsgID: after_id }) },
        }),
      close: () => connection.close(),
    };
  } catch (error) {
    await connection.close();
    throw error;
  }
}

async function connectTo({ servers, tls, username, password }: NatsTarget): Promise<NatsConnection> {
  const { connect } = await import('@nats-io/transport-node');
  return connect({
    servers: servers.map(({ host, port }) => `${host.includes(':') ? `[${host}]` : host}:${port}`),
    name: 'ushirika',
    timeout: CONNECT_TIMEOUT_MS,
    reconnect: false,
    ...(tls ? { tls: {} } : {}),
    ...(username === undefined
      ? {}
      : password === undefined
        ? { token: username }
        : { user: username, pass: password }),
  });
}

/** Creates the stream if there is none. One that is there is left as it is: its limits are the operator's. */
async function ensureStream(
  connection: NatsConnection,
  { stream: name, replicas }: NatsTarget,
  keep_days: number,
): Promise<void> {
  const { jetstreamManager, JetStreamApiCodes } = await import('@nats-io/jetstream');
  const { streams } = await jetstreamManager(connection, { checkAPI: false, timeout: ANSWER_TIMEOUT_MS });
  const subjects = [`${name}.>`];
  const found = await streams.info(name).catch((error: { code?: number }) => {
    if (error.code !== JetStreamApiCodes.StreamNotFound) throw error;
    return null;
  });
  const { config } =
    found ??
    (await streams.add({
      name,
      subjects,
      num_replicas: replicas,
      duplicate_window: DUPLICATE_WINDOW_MS * NS_PER_MS,
      max_age: keep_days * DAY_MS * NS_PER_MS,
    }));
  if (!covers(config, subjects[0] as string))
    throw new Error(`the stream ${name} exists, but does not have the subjects ${subjects[0]}`);
}

function covers({ subjects }: Pick<StreamConfig, 'subjects'>, wanted: string): boolean {
  return subjects.includes(wanted) || subjects.includes('>');
}
