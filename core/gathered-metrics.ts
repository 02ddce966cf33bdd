/**
 * The metrics of several web processes that share one port, as one text: the process that receives the request sends its
 * metrics to the primary, which adds those of the other processes and its own. A single process has only its own.
 */
import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue } from 'prom-client';
import { registry } from './metrics.ts';

type Metrics = MetricObjectWithValues<MetricValue<string>>[];

type Message =
  /** To the primary: aggregate these with the metrics of the others. */
  | { metrics: 'gather'; id: number; own: Metrics }
  | { metrics: 'own'; id: number; own: Metrics }
  /** To a web process: send your metrics. */
  | { metrics: 'ask'; id: number }
  | { metrics: 'gathered'; id: number; text: string };

/** A process that does not answer in time is left out. */
const ANSWERS_WITHIN_MS = 2_000;
/** Longer, because the primary first waits for the other processes. */
const GATHERED_WITHIN_MS = 2 * ANSWERS_WITHIN_MS;

let last_id = 0;
const waiting = new Map<number, (message: Message | null) => void>();

function answerTo(id: number, within_ms: number): Promise<Message | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => done(null), within_ms);
    const done = (message: Message | null): void => {
      clearTimeout(timer);
      waiting.delete(id);
      resolve(message);
    };
    waiting.set(id, done);
  });
}

function isMessage(message: unknown): message is Message {
  return typeof message === 'object' && message !== null && 'metrics' in message;
}

/** The metrics in the text format of Prometheus. */
export async function gatheredMetrics(): Promise<string> {
  if (!cluster.isWorker) return registry.metrics();
  const id = ++last_id;
  const answer = answerTo(id, GATHERED_WITHIN_MS);
  send(process, { metrics: 'gather', id, own: await registry.getMetricsAsJSON() });
  const gathered = await answer;
  return gathered?.metrics === 'gathered' ? gathered.text : registry.metrics();
}

/** Lets a web process answer the primary's requests for metrics. */
export function tellMetrics(): void {
  process.on('message', (message: unknown) => {
    if (!isMessage(message)) return;
    if (message.metrics === 'gathered') waiting.get(message.id)?.(message);
    if (message.metrics === 'ask')
      void registry.getMetricsAsJSON().then((own) => send(process, { metrics: 'own', id: message.id, own }));
  });
}

/** Lets the primary aggregate the metrics of its web processes. */
export function gatherMetrics(): void {
  cluster.on('message', (worker: Worker, message: unknown) => {
    if (!isMessage(message)) return;
    if (message.metrics === 'own') waiting.get(message.id)?.(message);
    if (message.metrics === 'gather')
      void addUp(worker, message.own).then((text) => {
        if (worker.isConnected()) send(worker, { metrics: 'gathered', id: message.id, text });
      });
  });
}

/** The metrics of the asking process come first: for a metric that is not summed, its value is taken. */
async function addUp(asking: Worker, first: Metrics): Promise<string> {
  const others = Object.values(cluster.workers ?? {}).filter(
    (worker) => worker !== asking && worker?.isConnected(),
  ) as Worker[];
  const told = await Promise.all(
    others.map((worker) => {
      const id = ++last_id;
      const answer = answerTo(id, ANSWERS_WITHIN_MS);
      send(worker, { metrics: 'ask', id });
      return answer;
    }),
  );
  const own = await registry.getMetricsAsJSON();
  const parts = [first, ...told.flatMap((answer) => (answer?.metrics === 'own' ? [answer.own] : [])), own];
  return AggregatorRegistry.aggregate(parts).metrics();
}

/** A message to a process that has ended meanwhile is lost. */
function send(to: Worker | NodeJS.Process, message: Message): void {
  to.send?.(message, undefined, undefined, () => undefined);
}
