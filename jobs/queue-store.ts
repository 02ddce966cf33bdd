/** Where queues are stored, as the rest of the service uses it. */
import type { Job, Queue, Worker, WorkerOptions } from 'bullmq';
import type { QueueName } from './registry.ts';

export interface QueueStore {
  kind: 'postgres' | 'redis';
  queue(name: QueueName): Queue;
  worker(name: QueueName, processor: (job: Job) => Promise<unknown>, options: Partial<WorkerOptions>): Worker;
  /** Sends a command to Redis, for other state that processes share (rate limits); null without Redis. */
  redis: ((command: string, ...parameters: string[]) => Promise<unknown>) | null;
  /**
   * Removes the jobs and schedules of a queue that an earlier build keeps elsewhere; the sweeps find their work.
   * @returns whether there was something
   */
  removeEarlier(name: QueueName): Promise<boolean>;
  /** @throws when the store is unreachable */
  ping(): Promise<void>;
  close(): Promise<void>;
}
