/**
 * The process's metrics; one registry per process. Our names start with `ushirika_`; the metrics of the Node process have
 * prom-client's usual names, which common dashboards expect.
 */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

export const registry = new Registry();
collectDefaultMetrics({ register: registry });
// Sums of other metrics, whose names end in `_total`, which Prometheus reserves for counters.
for (const name of ['handles', 'requests', 'resources'])
  registry.removeSingleMetric(`nodejs_active_${name}_total`);

export const httpDuration = new Histogram({
  name: 'ushirika_http_request_duration_seconds',
  help: 'Duration of requests, by route.',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30],
  registers: [registry],
});

export const jobDuration = new Histogram({
  name: 'ushirika_job_duration_seconds',
  help: 'Duration of jobs, by queue, job and outcome.',
  labelNames: ['queue', 'job', 'outcome'] as const,
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30],
  registers: [registry],
});

export const ledgerBatchTransfers = new Histogram({
  name: 'ushirika_ledger_batch_transfers',
  help: 'Transfers booked by one commit of the ledger.',
  buckets: [1, 2, 5, 10, 50, 100, 500, 1_000, 2_000, 4_000, 8_000],
  registers: [registry],
});

export const ledgerCommitSeconds = new Histogram({
  name: 'ushirika_ledger_commit_seconds',
  help: 'Time from the start of a batch to its commit.',
  buckets: [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
  registers: [registry],
});

export const replicaReads = new Counter({
  name: 'ushirika_long_reads_total',
  help: 'Reads that a replica may answer, by the server that did.',
  labelNames: ['server'] as const,
  registers: [registry],
});

export const messagesSent = new Counter({
  name: 'ushirika_messages_total',
  help: 'Messages given to their senders, by what these said.',
  labelNames: ['channel', 'sender', 'outcome'] as const,
  registers: [registry],
});

export const queueJobs = new Gauge({
  name: 'ushirika_queue_jobs',
  help: 'Jobs in each queue, by state.',
  labelNames: ['queue', 'state'] as const,
  aggregator: 'first',
  registers: [registry],
});

export const queueDueRows = new Gauge({
  name: 'ushirika_queue_due_rows',
  help: 'Rows whose work is due and not done, by queue; at most 10001.',
  labelNames: ['queue'] as const,
  aggregator: 'first',
  registers: [registry],
});

export const queueOldestDueSeconds = new Gauge({
  name: 'ushirika_queue_oldest_due_seconds',
  help: 'Time since the oldest of these rows became due, by queue; 0 if there is none.',
  labelNames: ['queue'] as const,
  aggregator: 'first',
  registers: [registry],
});

export const postings = new Gauge({
  name: 'ushirika_postings',
  help: 'Postings of completed payments, by status.',
  labelNames: ['status'] as const,
  aggregator: 'first',
  registers: [registry],
});

export const providerCircuit = new Gauge({
  name: 'ushirika_provider_circuit',
  help: "Circuit of a payment provider's system: 0 closed, 1 probing, 2 open.",
  labelNames: ['provider', 'environment', 'host'] as const,
  aggregator: 'max',
  registers: [registry],
});

export const providerCallDuration = new Histogram({
  name: 'ushirika_provider_call_duration_seconds',
  help: 'Duration of calls to payment providers, by outcome.',
  labelNames: ['provider', 'environment', 'outcome'] as const,
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  registers: [registry],
});
