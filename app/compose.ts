/**
 * The composition root: puts a process's parts together (database, ledger, queues, secrets) and is the one place that knows
 * several modules at once. A module that must call upwards defines a port; its implementations are listed here.
 */
import { Circuits } from '../core/circuit.ts';
import { encryptionKeys, type Config } from '../core/config.ts';
import { keylessBox, secretBox, type SecretBox } from '../core/crypto.ts';
import { createLogger, type Logger } from '../core/log.ts';
import { openEventSink } from '../core/event-sink.ts';
import { openFileStore } from '../core/files/file-store.ts';
import { openMailer } from '../core/mailer.ts';
import { pdfMaker } from '../core/pdf/pdf-maker.ts';
import { openTracing } from '../core/tracing.ts';
import { ledgerBatchTransfers, ledgerCommitSeconds } from '../core/metrics.ts';
import { connect, ledgerPool, type Db } from '../db/connection.ts';
import { checkPooler } from '../db/pooler.ts';
import { Replica } from '../db/replica.ts';
import { requireSchema } from '../db/migrate.ts';
import { followClock } from '../db/follow-clock.ts';
import { openJobQueue } from '../jobs/queue.ts';
import type { QueueStore } from '../jobs/queue-store.ts';
import { openQueueStore } from '../jobs/store.ts';
import {
  customerInvariants,
  kycLimits,
  sealedDocuments,
  type CloseGuard,
} from '../domain/customers/index.ts';
import { sealedFileKeys } from '../domain/files/index.ts';
import {
  ledgerInvariants,
  ledgerKeySubjects,
  postgresBackend,
  tigerbeetleBackend,
  type LedgerBackend,
} from '../domain/ledger/index.ts';
import {
  paymentInvariants,
  paymentKeySubjects,
  paybills,
  payouts,
  providerCircuitOptions,
  providerConfigs,
  type PaymentDestinations,
} from '../domain/payments/index.ts';
import { countApiErrors } from '../domain/platform/api-errors/count-api-errors.ts';
import { auditInvariants } from '../domain/platform/audit/audit-invariants.ts';
import { setAuditKeys } from '../domain/platform/audit/audit-mac.ts';
import type { Context } from '../domain/platform/context.ts';
import type { KeySubject } from '../domain/platform/prune.ts';
import type { Invariant } from '../domain/platform/invariants.ts';
import type { SubjectAction } from '../domain/platform/second-person.port.ts';
import type { SealedTable } from '../domain/platform/rotate-encryption.ts';
import { sealedTotp, strictApprovals } from '../domain/staff/index.ts';
import { sealedWebhookTables, WEBHOOK_DEADLINES, WEBHOOK_PACE } from '../domain/webhooks/index.ts';
import { BANK_MOVEMENTS, bankInvariants } from '../domain/banks/index.ts';
import { BATCH_MOVEMENTS, batchInvariants, batchKeySubjects } from '../domain/batches/index.ts';
import { chartInvariants } from '../domain/chart/index.ts';
import {
  CUT_OVER_MOVEMENTS,
  cutOverInvariants,
  cutOverKeySubjects,
  importApproval,
} from '../domain/cutover/index.ts';
import { employerInvariants, remittanceApproval } from '../domain/employers/index.ts';
import { DIVIDEND_MOVEMENTS, dividendInvariants, refuseExitOfPayee } from '../domain/dividends/index.ts';
import { INTEREST_MOVEMENTS, interestInvariants, refuseExitOfEarner } from '../domain/interest/index.ts';
import { TAX_MOVEMENTS, taxInvariants } from '../domain/taxes/index.ts';
import {
  guarantorConsents,
  LOAN_MOVEMENTS,
  loanInvariants,
  refuseExitOfBorrower,
} from '../domain/loans/index.ts';
import {
  accountingInvariants,
  accountingKeySubjects,
  closedPeriods,
  periodClose,
  periodReopen,
} from '../domain/accounting/index.ts';
import {
  MEMBER_MOVEMENTS,
  memberInvariants,
  refuseClosingMember,
  settingsChange,
} from '../domain/members/index.ts';
import {
  approvals,
  mobileMoney,
  movementInvariants,
  movementKeySubjects,
  movementRegistry,
  paymentCredits,
} from '../domain/movements/index.ts';
import {
  reconciliationInvariants,
  reconciliationKeySubjects,
  statementSettlement,
} from '../domain/reconciliation/index.ts';
import {
  accountNumbers,
  RECEIPT_MOVEMENTS,
  receiptDestination,
  receiptInvariants,
  receiptKeySubjects,
  receiptOrigin,
  receiptRefund,
} from '../domain/receipts/index.ts';
import { messageInvariants, sealedMessages, sealedSenders } from '../domain/messages/index.ts';
import { paperInvariants } from '../domain/papers/index.ts';
import {
  refuseExitOfSaver,
  SAVINGS_MOVEMENTS,
  savingsInvariants,
  savingsKeySubjects,
  savingsRules,
  type SavingsCloseGuard,
} from '../domain/savings/index.ts';
import { staffInvariants } from '../domain/staff/index.ts';
import { TILL_MOVEMENTS, tillInvariants, tillKeySubjects, tillSessions } from '../domain/tills/index.ts';
import {
  refuseClosingHolder,
  topupDestination,
  walletInvariants,
  walletKeySubjects,
} from '../domain/wallets/index.ts';
import { SUBJECT_DETAILS } from './subject-details.ts';

/** Every movement of a cooperative's money. A module that moves money lists its own here. */
export const MOVEMENTS = movementRegistry([
  ...MEMBER_MOVEMENTS,
  ...SAVINGS_MOVEMENTS,
  ...TILL_MOVEMENTS,
  ...BANK_MOVEMENTS,
  ...LOAN_MOVEMENTS,
  ...RECEIPT_MOVEMENTS,
  ...CUT_OVER_MOVEMENTS,
  ...BATCH_MOVEMENTS,
  ...DIVIDEND_MOVEMENTS,
  ...INTEREST_MOVEMENTS,
  ...TAX_MOVEMENTS,
]);

/** Everything that waits for a second person besides movements. A module lists its own requests here. */
const SUBJECT_ACTIONS: readonly SubjectAction[] = [
  strictApprovals.strictApprovalsOff,
  strictApprovals.staffAppointment,
  kycLimits.limitsChange,
  payouts.settingsChange,
  payouts.approval,
  payouts.mark,
  receiptRefund,
  importApproval,
  remittanceApproval,
  settingsChange,
  statementSettlement,
  periodClose,
  periodReopen,
];

const DESTINATIONS: PaymentDestinations = {
  wallet: topupDestination,
  sacco: paymentCredits.destination(MOVEMENTS),
  receipt: receiptDestination,
};

/** Whose money providers pay out. */
const PAYOUT_ORIGINS: payouts.PayoutOrigins = {
  merchant: payouts.merchantOrigin,
  sacco: mobileMoney.origin,
  paybill: receiptOrigin,
};

const CLOSE_GUARDS: readonly CloseGuard[] = [refuseClosingHolder, refuseClosingMember];
const SAVINGS_CLOSE_GUARDS: readonly SavingsCloseGuard[] = [refuseExitOfEarner];

/** A module whose requests take idempotency keys lists where it stores what they ask for. */
const KEY_SUBJECTS: readonly KeySubject[] = [
  ...ledgerKeySubjects,
  ...paymentKeySubjects,
  ...walletKeySubjects,
  ...movementKeySubjects,
  ...tillKeySubjects,
  ...savingsKeySubjects,
  ...receiptKeySubjects,
  ...cutOverKeySubjects,
  ...batchKeySubjects,
  ...reconciliationKeySubjects,
  ...accountingKeySubjects,
];

export const AUDIT_INVARIANTS = auditInvariants(SUBJECT_DETAILS);

/** What `npm run verify` goes through. */
export const INVARIANTS: readonly Invariant[] = [
  ...ledgerInvariants,
  ...staffInvariants,
  ...paymentInvariants,
  ...customerInvariants,
  ...walletInvariants,
  ...movementInvariants(MOVEMENTS),
  ...memberInvariants,
  ...savingsInvariants,
  ...tillInvariants(MOVEMENTS),
  ...loanInvariants(MOVEMENTS),
  ...receiptInvariants,
  ...cutOverInvariants,
  ...batchInvariants,
  ...employerInvariants,
  ...dividendInvariants,
  ...interestInvariants(MOVEMENTS),
  ...taxInvariants(MOVEMENTS),
  ...paperInvariants,
  ...messageInvariants,
  ...reconciliationInvariants,
  ...chartInvariants,
  ...bankInvariants,
  ...accountingInvariants,
  ...AUDIT_INVARIANTS,
];

/** Payment gateways answer within seconds; what takes longer than this is asked for again by the poller. */
const PROVIDER_DEADLINE_MS = 30_000;
/** Nearly every statement is imported within this; clients commonly wait for a minute. */
const IMPORT_ANSWER_MS = 30_000;

export interface OpenContext {
  ctx: Context;
  store: QueueStore;
  /** Lets go of every connection. */
  close: () => Promise<void>;
}

/**
 * @param database_url of a database with the schema of this build
 * @param embedded whether the database is the service's own on this machine
 * @throws UsageError when the schema is another one
 */
export async function openContext(
  config: Config,
  database_url: string,
  embedded: boolean,
  log: Logger = createLogger(config.log_level),
): Promise<OpenContext> {
  if (!config.encryption_key)
    log.warn(
      'ENCRYPTION_KEY is not set: document numbers are stored unencrypted, and requests that store other secrets are refused',
    );
  const endTracing = config.otlp_endpoint === null ? null : await openTracing(config.otlp_endpoint);
  const direct_url = config.database_direct_url ?? database_url;
  const pooled = direct_url !== database_url;
  const db = connect(database_url, config.database_pool_size, config.database_timeout_ms, { pooled });
  await checkPooler(db, pooled);
  await requireSchema(db);
  setAuditKeys(db, encryptionKeys(config));
  const store = await openQueueStore(direct_url, config.redis_url, {
    statement_timeout_ms: config.database_timeout_ms,
    pool_size: config.queue_pool_size,
  });
  const jobs = await openJobQueue(store, log);
  const ledger = openLedger(config, direct_url, log);
  const replica = await openReplica(config, db, ledger);
  const ctx: Context = {
    config,
    db,
    primary: db,
    ledger,
    replica,
    jobs,
    files: await openFileStore(config),
    pdfs: pdfMaker(),
    api_errors: countApiErrors({ db, log }),
    log,
    destinations: DESTINATIONS,
    account_numbers: accountNumbers,
    payout_origins: PAYOUT_ORIGINS,
    close_guards: CLOSE_GUARDS,
    key_subjects: KEY_SUBJECTS,
    subject_details: SUBJECT_DETAILS,
    movements: MOVEMENTS,
    cash: tillSessions.cashPlaces,
    savings: savingsRules,
    subject_actions: SUBJECT_ACTIONS,
    second_person: { request: approvals.request, withdraw: approvals.withdraw },
    closed_periods: closedPeriods,
    savings_close_guards: SAVINGS_CLOSE_GUARDS,
    exit_guards: [refuseExitOfBorrower, refuseExitOfPayee, refuseExitOfEarner, refuseExitOfSaver],
    closing: null,
    secrets: openSecretBox(config),
    mailer: config.smtp_url === null ? null : await openMailer(config.smtp_url, config.mail_from),
    event_sink:
      config.events_sink === null ? null : openEventSink(config.events_sink, config.keep_webhooks_days),
    allow_private_webhooks: config.allow_private_webhooks ?? embedded,
    circuits: new Circuits((name) => providerCircuitOptions(name, log)),
    provider_deadline_ms: PROVIDER_DEADLINE_MS,
    webhook_deadlines: WEBHOOK_DEADLINES,
    webhook_pace: WEBHOOK_PACE,
    import_answer_ms: IMPORT_ANSWER_MS,
  };
  return {
    ctx,
    store,
    async close() {
      ctx.mailer?.close();
      await ctx.api_errors.store();
      ctx.files.close();
      await ctx.pdfs.close();
      await ctx.event_sink?.close();
      await jobs.close();
      await store.close();
      await replica?.close();
      await ledger.close();
      await db.destroy();
      // A collector that is gone holds up nothing; its last spans are lost.
      await endTracing?.().catch(() => undefined);
    },
  };
}

/**
 * The context of a process of the service: its system time is the database's. Tests and benchmarks share their process with other
 * contexts, and open theirs with `openContext`.
 */
export async function openProcess(...given: Parameters<typeof openContext>): Promise<OpenContext> {
  const opened = await openContext(...given);
  try {
    const unfollow = await followClock(opened.ctx.db, opened.ctx.log);
    return {
      ...opened,
      close() {
        unfollow();
        return opened.close();
      },
    };
  } catch (error) {
    await opened.close().catch(() => undefined);
    throw error;
  }
}

/** The ledger that the configuration chooses, on connections of its own: transactions wait for it while they hold theirs. */
export function openLedger(config: Config, database_url: string, log?: Logger): LedgerBackend {
  const observer = {
    committed(transfers: number, seconds: number): void {
      ledgerBatchTransfers.observe(transfers);
      ledgerCommitSeconds.observe(seconds);
      log?.info({ transfers, duration_ms: Math.round(seconds * 1_000) }, 'ledger batch committed');
    },
  };
  if (config.ledger_backend === 'postgres')
    return postgresBackend(
      ledgerPool(database_url, config.ledger_pool_size, config.database_timeout_ms),
      observer,
    );
  const texts = connect(database_url, config.ledger_pool_size, config.database_timeout_ms);
  const backend = tigerbeetleBackend(texts, config.tigerbeetle_addresses, observer);
  return {
    ...backend,
    async close() {
      await backend.close();
      await texts.destroy();
    },
  };
}

/** @throws UsageError as `Replica.check` */
async function openReplica(
  {
    database_read_url: url,
    database_pool_size: pool_size,
    ledger_pool_size,
    database_timeout_ms: timeout_ms,
  }: Config,
  db: Db,
  ledger: LedgerBackend,
): Promise<(NonNullable<Context['replica']> & { close(): Promise<void> }) | null> {
  if (url === null) return null;
  const replica = new Replica(db, url, { pool_size, timeout_ms });
  // Only this ledger is in the database.
  const copy =
    ledger.name === 'postgres' ? postgresBackend(ledgerPool(url, ledger_pool_size, timeout_ms)) : null;
  const close = async (): Promise<void> => {
    await copy?.close();
    await replica.close();
  };
  try {
    await replica.check();
  } catch (error) {
    await close();
    throw error;
  }
  return { read: replica.read.bind(replica), parts: { db: replica.db, ledger: copy ?? ledger }, close };
}

/** Encrypts with the configured key, and opens what the key before it sealed. */
export function openSecretBox({ encryption_key, encryption_key_previous }: Config): SecretBox {
  return encryption_key ? secretBox(encryption_key, encryption_key_previous) : keylessBox;
}

/** Every table with secrets that are encrypted. */
export const SEALED_TABLES: readonly SealedTable[] = [
  sealedTotp,
  sealedDocuments,
  sealedFileKeys,
  guarantorConsents.sealed,
  providerConfigs.sealedCredentials,
  paybills.sealed,
  ...sealedWebhookTables,
  sealedSenders,
  sealedMessages,
];
