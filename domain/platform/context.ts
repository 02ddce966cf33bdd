/**
 * What a use case works with. Built once per process by the composition root (app/compose.ts); holds no state of its own. A module
 * that defines a port adds the port's implementations to this interface, in its port file: this file names no module above the ledger.
 */
import type { Circuits } from '../../core/circuit.ts';
import type { Config } from '../../core/config.ts';
import type { EventSink } from '../../core/event-sink.ts';
import type { SecretBox } from '../../core/crypto.ts';
import type { FileStore } from '../../core/files/file-store.port.ts';
import type { Logger } from '../../core/log.ts';
import type { Mailer } from '../../core/mailer.ts';
import type { PdfMaker } from '../../core/pdf/pdf-maker.ts';
import type { Db } from '../../db/connection.ts';
import type { Replica } from '../../db/replica.ts';
import type { JobQueue } from '../../jobs/queue.ts';
import type { LedgerBackend } from '../ledger/backend.port.ts';
import type { ApiErrorCounts } from './api-errors/count-api-errors.ts';
import type { KeySubject } from './prune.ts';

export interface Context {
  config: Config;
  db: Db;
  /** The server that takes writes, also where `db` is a replica. */
  primary: Db;
  ledger: LedgerBackend;
  /** What long reads may read instead, and when; null: there is no replica. */
  replica: { read: Replica['read']; parts: Pick<Context, 'db' | 'ledger'> } | null;
  jobs: JobQueue;
  /** Where the rows are for which idempotency keys were used: the key of an unfinished one is not deleted. */
  key_subjects: readonly KeySubject[];
  secrets: SecretBox;
  /** Null: this server sends no e-mail. */
  mailer: Mailer | null;
  /** Where every event is published; null: only what an endpoint wants is stored. */
  event_sink: EventSink | null;
  /** Where the contents of uploaded files lie. */
  files: FileStore;
  pdfs: PdfMaker;
  /** How often the API has refused requests. */
  api_errors: ApiErrorCounts;
  log: Logger;
  /** Aborted when the workers that run the use case close; null outside of workers. */
  closing: AbortSignal | null;
  /** May webhooks go to loopback and private addresses? */
  allow_private_webhooks: boolean;
  /** Circuit breakers, one for each provider's system. */
  circuits: Circuits;
  /** How long one call to a payment provider may take, its answer included. */
  provider_deadline_ms: number;
  /** How long the first attempt to deliver an event may take, and each later one, their answers included. */
  webhook_deadlines: { first_ms: number; later_ms: number };
  /** Attempts under way at one endpoint, and how long one is waited for before the next starts beside it. */
  webhook_pace: { max_under_way: number; next_after_ms: number };
  /** Longest that a request waits for the import of its statement before it is answered that it goes on. */
  import_answer_ms: number;
}
