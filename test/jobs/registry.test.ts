/**
 * The job registry against everything that must agree with it, and the promise that makes lost and doubled jobs
 * harmless: running any job a second time changes nothing.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Job } from 'bullmq';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemTimeIn, systemNow } from '../../core/clock.ts';
import { ID_PREFIXES, encodeId, firstIdAt, newId, newUuid } from '../../core/ids.ts';
import { scopeOf } from '../../core/scope.ts';
import { accountId, openAccounts, TRANSFER_KINDS } from '../../domain/ledger/index.ts';
import { postings } from '../../domain/payments/index.ts';
import { JOB_NAMES, JOBS, QUEUE_NAMES, QUEUES, type JobName } from '../../jobs/registry.ts';
import { HANDLERS } from '../../workers/handlers.ts';
import {
  approvedDividend,
  askedLoan,
  askBatch,
  askImport,
  approvedInterest,
  createProject,
  createSacco,
  customerWithWallet,
  decide,
  earnFees,
  expectBetween,
  loseNextBooking,
  memberRow,
  moveDays,
  moving,
  must,
  newMember,
  newProduct,
  openLoan,
  sendPaybill,
  setSender,
  paymentBody,
  startService,
  until,
  uploaded,
  type Project,
  type Reply,
  type Sacco,
  type TestService,
  newSaver,
  setTestClock,
} from '../harness/index.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SOME_ID = newId('payment');

/** Names of a payload's fields. */
function fieldsOf(name: JobName): string[] {
  return Object.keys((JOBS[name].payload.describe() as { keys?: object }).keys ?? {});
}

/** A payload that the schema accepts. */
function somePayload(name: JobName): Record<string, unknown> {
  return Object.fromEntries(fieldsOf(name).map((field) => [field, SOME_ID]));
}

describe('the Procfile', () => {
  const lines = readFileSync(join(ROOT, 'Procfile'), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => /^(\w+): node (?:--\S+ )*(dist\/[\w/-]+\.js)(?: (.*))?$/.exec(line)?.slice(1) ?? [line]);
  const workers = lines.filter(([, program]) => program === 'dist/workers/main.js');

  test('has one line for every queue, named after it, and none for anything else', () => {
    expect(workers.map(([name, , queue]) => `${name} ${queue}`).toSorted()).toEqual(
      QUEUE_NAMES.map((queue) => `${queue.replaceAll('-', '_')} ${queue}`).toSorted(),
    );
  });

  test('starts web processes, and migrates before a release', () => {
    expect(lines).toContainEqual(['web', 'dist/api/main.js', undefined]);
    expect(lines).toContainEqual(['release', 'dist/commands/migrate.js', undefined]);
    expect(lines).toHaveLength(workers.length + 2);
  });

  test('names programs that exist', () => {
    for (const [, program = ''] of lines)
      expect([program, existsSync(join(ROOT, program.replace(/^dist\/(.*)\.js$/, '$1.ts')))]).toEqual([
        program,
        true,
      ]);
  });
});

describe('the table', () => {
  test('has a handler for every job, and no handler without one', () => {
    expect(Object.keys(HANDLERS).toSorted()).toEqual([...JOB_NAMES].toSorted());
  });

  test('puts every job on a queue that exists, and something on every queue', () => {
    const used = new Set(JOB_NAMES.map((name) => JOBS[name].queue));
    expect([...used].toSorted()).toEqual([...QUEUE_NAMES].toSorted());
  });

  test('has a sweep on every queue, so that losing all its jobs loses nothing', () => {
    for (const queue of QUEUE_NAMES) {
      const scheduled = JOB_NAMES.filter((name) => JOBS[name].queue === queue && JOBS[name].every_ms);
      expect([queue, scheduled.length > 0]).toEqual([queue, true]);
    }
  });

  test('schedules only what needs no payload', () => {
    for (const name of JOB_NAMES.filter((each) => JOBS[each].every_ms ?? JOBS[each].follows_clock))
      expect([name, fieldsOf(name)]).toEqual([name, []]);
  });

  test.each(QUEUE_NAMES)('queue %s is bounded and says what it is for', (queue) => {
    expect(queue).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(QUEUES[queue].concurrency).toBeGreaterThan(0);
    expect(QUEUES[queue].concurrency).toBeLessThanOrEqual(100);
    expect(QUEUES[queue].summary).toMatch(/^[A-Z].*\.$/);
  });

  test.each(JOB_NAMES)('job %s is bounded and says what it does', (name) => {
    const { attempts, backoff_ms, every_ms, summary } = JOBS[name];
    expect(name).toMatch(/^[a-z]+(-[a-z]+)+$/);
    expect(attempts).toBeGreaterThanOrEqual(1);
    expect(attempts).toBeLessThanOrEqual(20);
    expect(backoff_ms).toBeGreaterThan(0);
    expect(every_ms ?? 1_000).toBeGreaterThanOrEqual(1_000);
    expect(summary).toMatch(/^[A-Z].*\.$/);
  });
});

describe('payloads', () => {
  const accepts = (name: JobName, payload: unknown): boolean =>
    JOBS[name].payload.validate(payload).error === undefined;

  test.each(JOB_NAMES)('%s carries ids and nothing else', (name) => {
    const fitting = somePayload(name);
    expect(accepts(name, fitting)).toBe(true);
    for (const field of Object.keys(fitting)) {
      expect(field).toMatch(/_id$/);
      const { [field]: _gone, ...without } = fitting;
      expect(accepts(name, without)).toBe(false);
      for (const value of [
        '',
        '150.00',
        15_050,
        '15050',
        null,
        {},
        [SOME_ID],
        `${SOME_ID}:1`,
        SOME_ID.toLowerCase(),
      ])
        expect([field, value, accepts(name, { ...fitting, [field]: value })]).toEqual([field, value, false]);
      for (const kind of ['payment', 'webhook_endpoint', 'loan'] as const)
        expect(accepts(name, { ...fitting, [field]: newId(kind) })).toBe(true);
    }
    expect(accepts(name, { ...fitting, amount_minor: 15_050 })).toBe(false);
    expect(accepts(name, { ...fitting, amount: '150.50' })).toBe(false);
  });
});

describe('job ids', () => {
  /** Handed on from where it was made, or only logged. */
  const NOT_MADE_HERE = new Set(['options.job_id', 'job?.id']);
  const written = ['api', 'commands', 'domain', 'jobs', 'workers'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .flatMap((path) => [
        ...readFileSync(join(ROOT, folder, path), 'utf8').matchAll(
          /\b(?:job_id|jobId): (`[^`]*`|'[^']*'|[^,}\n]+)/g,
        ),
      ])
      .map(([, value = '']) => value.trim())
      .filter((value) => !NOT_MADE_HERE.has(value)),
  );

  test('begin with a word and hold no colon, wherever they are made', () => {
    expect(written.length).toBeGreaterThanOrEqual(3);
    const literals = written.map((value) => value.replace(/\$\{[^}]*\}/g, ''));
    expect(literals.filter((literal) => !/^[`'][a-z]+-[^:]*[`']$/.test(literal))).toEqual([]);
  });

  test('what is put into them holds no colon either', () => {
    for (const kind of Object.keys(ID_PREFIXES) as (keyof typeof ID_PREFIXES)[])
      expect(encodeId(kind, newUuid())).not.toContain(':');
  });
});

describe('run twice', () => {
  let service: TestService;
  let project: Project;
  let receiver: Receiver;
  /** The receiver's, which wants every event. */
  let endpoint_id: string;

  beforeAll(async () => {
    service = await startService();
    project = await createProject(service.anyone);
    receiver = await startReceiver();
    const endpoint = { url: receiver.url, events: ['*'] };
    endpoint_id = must(await project.key.post('/api/v1/webhook-endpoints', endpoint)).body.id;
  });
  afterAll(async () => {
    await service.stop();
    await receiver.stop();
  });
  beforeEach(() => {
    receiver.status_code = 204;
    receiver.received.length = 0;
  });

  async function pay(phone: string, more: Record<string, unknown> = {}): Promise<string> {
    const { body } = must(
      await project.key.post('/api/v1/payments', paymentBody({ customer_phone: phone, ...more })),
    );
    return body.id;
  }

  const completedPayment = (): Promise<string> => pay('+254712345789');
  /** Its first poll is due. */
  const waitingPayment = async (): Promise<string> => {
    const id = await pay('+254712345129');
    await pollIn(id, 0);
    return id;
  };

  async function pollIn(id: string, delay_ms: number): Promise<void> {
    await service.ctx
      .db('payments')
      .where({ id })
      .update({ next_poll_at: systemTimeIn(delay_ms) });
  }

  /** A booked payment whose money is to go on to a wallet. */
  const readyTopup = async (): Promise<string> => {
    const wallet_customer_id = await customerWithWallet(project);
    const payment_id = await pay('+254712345789', { metadata: { wallet_customer_id } });
    await HANDLERS['post-payments'](service.ctx, {});
    return payment_id;
  };

  const waitingRefund = async (): Promise<string> => {
    const { body } = must(await project.key.post(`/api/v1/payments/${await completedPayment()}/refunds`, {}));
    return body.id;
  };

  const heldPayout = async (): Promise<string> => {
    await completedPayment();
    await HANDLERS['post-payments'](service.ctx, {});
    const path = `/api/projects/${project.id}/providers/sandbox/payouts`;
    must(await project.owner.client.put(path, { environment: 'test', enabled: true }));
    const { body } = must(
      await project.session.post('/api/v1/payouts', {
        provider: 'sandbox',
        amount: '1.00',
        currency: 'KES',
        to: { phone: '+254712345789' },
        reference: crypto.randomUUID(),
      }),
    );
    return body.id;
  };

  const tellingSacco = async (): Promise<Sacco> => {
    const sacco = await createSacco(service);
    must(await setSender(sacco));
    must(await sacco.admin.post('/api/v1/webhook-endpoints', { mode: 'poll', events: ['*'] }));
    return sacco;
  };

  /** @returns the id of the sender that is to send it */
  const queuedMessage = async (): Promise<string> => {
    const sacco = await tellingSacco();
    const member = await newMember(sacco);
    must(await sacco.maker.post(`/api/v1/sacco/members/${member}/deposits`, moving(100)));
    const { sender_id } = await service.ctx.db('notifications').where({ member_id: member }).first();
    return sender_id;
  };

  /** The payer has paid meanwhile: the sandbox's next answer is "completed". */
  async function payerPays(payment_id: string): Promise<void> {
    await service.ctx
      .db('payments')
      .where({ id: payment_id })
      .update({ metadata: '{"sandbox_outcome":"789"}' });
  }

  async function deliveryOf(payment_id: string): Promise<string> {
    const { rows } = await service.ctx.db.raw(
      `select d.id from webhook_deliveries d join webhook_events e on e.id = d.event_id
       where e.payload::jsonb -> 'data' ->> 'id' = ?`,
      [payment_id],
    );
    expect(rows).toHaveLength(1);
    return rows[0].id;
  }

  /** The only delivery that is due: those of other tests are made first. */
  async function freshDelivery(status_code: number): Promise<string> {
    await HANDLERS['deliver-webhooks'](service.ctx, { endpoint_id });
    receiver.received.length = 0;
    receiver.status_code = status_code;
    return deliveryOf(await completedPayment());
  }

  /** A callback that was stored, about a payment that was made meanwhile. */
  async function storedCallback(): Promise<string> {
    const payment_id = await waitingPayment();
    await payerPays(payment_id);
    const id = newId('callback');
    await service.ctx.db('provider_callbacks').insert({
      id,
      payment_id,
      project_id: project.id,
      environment: 'test',
      provider: 'sandbox',
      authenticity: 'unverified',
      fingerprint: 'a',
      method: 'POST',
      query: '',
      body: Buffer.from('{}'),
      received_at: new Date(0),
      next_attempt_at: new Date(0),
    });
    return id;
  }

  async function member(): Promise<string> {
    must(await project.session.put('/api/v1/sacco/settings', { currency: 'KES' }));
    return newMember({ project });
  }

  /** A payment for a member that is booked and not credited yet. */
  async function paymentForMember(): Promise<string> {
    const payment_id = await pay('+254712345789', { metadata: { sacco_member_id: await member() } });
    await postings.postPending(service.ctx);
    return payment_id;
  }

  /** A payment by paybill that the provider has not been asked about. @returns its confirmation */
  async function toldPayment(): Promise<string> {
    return must(await sendPaybill(project.key, 'NOBODY', '300.00')).body.id;
  }

  /** A payment by paybill that is booked for the merchant, and for no member yet. */
  async function bookedReceipt(): Promise<string> {
    await member();
    const confirmation_id = await toldPayment();
    await HANDLERS['confirm-paybill'](service.ctx, { confirmation_id });
    await postings.postPending(service.ctx);
    return (await service.ctx.db('paybill_confirmations').where({ id: confirmation_id }).first()).payment_id;
  }

  /** A movement of the SACCO whose request died before the ledger was asked. */
  async function abandonedEntry(): Promise<void> {
    const { body } = must(
      await project.key.post(`/api/v1/sacco/members/${await member()}/deposits`, moving(700)),
    );
    const row = await service.ctx.db('sacco_entries').where({ id: body.id }).first();
    const pending = { status: 'pending', posted_at: null, ledger_timestamp: null, due_at: new Date(0) };
    await service.ctx.db('sacco_entries').insert({ ...row, ...pending, id: newId('entry') });
  }

  /** A loan in a SACCO of its own whose first interest and penalty are due. */
  async function overdueLoan(): Promise<void> {
    const sacco = await createSacco(service);
    const product_id = await newProduct(sacco);
    await openLoan(sacco, { product_id, member_id: await newMember(sacco), amount_minor: 600_000 });
    await moveDays(service, sacco, 40);
  }

  /** A dividend of a SACCO of its own, approved and not paid. */
  async function dividendToPay(): Promise<string> {
    const sacco = await createSacco(service);
    await earnFees(sacco, [50_000, 30_000]);
    return approvedDividend(sacco);
  }

  /** Interest of a SACCO of its own, approved and not paid. */
  async function interestToPay(): Promise<string> {
    return approvedInterest(await earningSacco());
  }

  /** Members with savings in January 2035, which is over by its clock. */
  async function earningSacco(): Promise<Sacco> {
    const sacco = await createSacco(service);
    await setTestClock(sacco.project, '2035-01-01T09:00:00Z');
    await newSaver(sacco, 50_000);
    await setTestClock(sacco.project, '2035-02-02T09:00:00Z');
    return sacco;
  }

  /** A statement that was taken in and not read yet. */
  async function waitingStatement(): Promise<string> {
    const id = newId('reconciliation_run');
    await service.ctx.db('reconciliation_runs').insert({
      id,
      project_id: project.id,
      environment: 'test',
      provider: 'manual',
      currency: 'KES',
      period_start: '2025-01-01',
      period_end: '2025-12-31',
      utc_offset_minutes: 0,
      options: JSON.stringify({ currency: 'KES', columns: { amount: 'Amount' } }),
      statement: 'Amount\n1.00\n',
      actor_type: 'system',
      actor_id: 'ushirika',
      created_at: new Date(0),
      due_at: new Date(0),
    });
    return id;
  }

  /** A fee on a statement whose booking died before the ledger was asked. */
  async function abandonedDecision(): Promise<void> {
    await completedPayment();
    await HANDLERS['post-payments'](service.ctx, {});
    const run_id = await waitingStatement();
    await service.ctx
      .db('reconciliation_runs')
      .where({ id: run_id })
      .update({
        options: JSON.stringify({ currency: 'KES', columns: { amount: 'Amount' }, default_kind: 'fee' }),
      });
    await HANDLERS['import-statement'](service.ctx, { run_id });
    const decided = { status: 'resolving', action: 'book_fee', actor_type: 'system', actor_id: 'ushirika' };
    await service.ctx
      .db('reconciliation_lines')
      .where({ run_id })
      .update({ ...decided, decided_at: new Date(0) });
    await service.ctx
      .db('reconciliation_runs')
      .where({ id: run_id })
      .update({ resolving_since: new Date(0) });
  }

  /** A hold that is over already, between two fresh accounts. */
  async function expiredHold(): Promise<string> {
    const { ctx } = service;
    // Of a book in which nothing is later than the hold: its moment would follow that, and not have passed.
    const scope = scopeOf((await createProject(service.anyone)).id, 'test', 0n);
    const owner = newUuid();
    const [from, to] = [
      { kind: 'adjustments', currency: 'KES', owner } as const,
      { kind: 'subaccount', currency: 'KES', owner } as const,
    ];
    await openAccounts(ctx.db, ctx.ledger, [
      { scope, key: from },
      { scope, key: to },
    ]);
    const id = newUuid();
    const [outcome] = await ctx.ledger.post(
      [
        [
          {
            id,
            debit_account_id: accountId(scope, from),
            credit_account_id: accountId(scope, to),
            amount: 500n,
            code: TRANSFER_KINDS.manual,
            phase: 'pending',
            pending_id: null,
            timeout_s: 1,
            reference: 'hold',
            memo: null,
          },
        ],
      ],
      new Date(systemNow().getTime() - 60_000),
    );
    expect(outcome).toMatchObject({ status: 'created' });
    return id;
  }

  /** What stands in every table of ours, balances included. */
  async function everything(): Promise<Record<string, string>> {
    const { db } = service.ctx;
    const { rows: tables } = await db.raw(
      `select relname as table_name from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
    );
    const seen = await Promise.all(
      tables.map(async ({ table_name }: { table_name: string }) => {
        const { rows } = await db.raw(
          `select count(*) as n, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as content from ?? as t`,
          [table_name],
        );
        return [table_name, `${rows[0].n} rows, ${rows[0].content}`];
      }),
    );
    return Object.fromEntries(seen);
  }

  async function runTwice(name: JobName, payload: object): Promise<{ changed: string[] }> {
    const { value, error } = JOBS[name].payload.validate(payload);
    expect(error).toBeUndefined();
    const before = await everything();
    await HANDLERS[name](service.ctx, value as never);
    const after = await everything();
    await HANDLERS[name](service.ctx, value as never);
    expect(await everything()).toEqual(after);
    return { changed: Object.keys(after).filter((table) => after[table] !== before[table]) };
  }

  /** Job → something for it to do. Jobs without a payload also run with nothing to do. */
  const STAGES: Partial<Record<JobName, () => Promise<object>>> = {
    // To fill one takes long: test/demo does it, two jobs at once.
    'sweep-files': async () => {
      const id = await uploaded(project.key, 'member_photo');
      await service.ctx
        .db('files')
        .where({ id })
        .update({ due_at: new Date(0) });
      return {};
    },
    'expire-consents': async () => {
      const { id: loan_id } = await askedLoan(await createSacco(service));
      await service.ctx
        .db('sacco_loan_consents')
        .where({ loan_id })
        .update({ expires_at: new Date(0) });
      return {};
    },
    'fill-demo': async () => {
      await service.ctx.db('demo_fills').insert({ id: project.id, status: 'filled' });
      return { project_id: project.id };
    },
    'post-payments': async () => {
      await completedPayment();
      await pay('+254712345789', { split: { subaccount_id: 'vendor-7', share_bps: 2_500 } });
      return {};
    },
    'sweep-postings': async () => {
      const payment_id = await completedPayment();
      await service.ctx.db('postings').where({ payment_id }).delete();
      await service.ctx.db('payments').where({ id: payment_id }).update({ has_posting: false });
      return {};
    },
    'poll-payment': async () => {
      const payment_id = await waitingPayment();
      await payerPays(payment_id);
      return { payment_id };
    },
    'sweep-payment-polls': async () => {
      const payment_id = await waitingPayment();
      await pollIn(payment_id, -60_000);
      return {};
    },
    'handle-callback': async () => ({ callback_id: await storedCallback() }),
    'sweep-callbacks': async () => {
      await storedCallback();
      return {};
    },
    'process-refund': async () => ({ refund_id: await waitingRefund() }),
    'sweep-refunds': async () => {
      const id = await waitingRefund();
      await service.ctx
        .db('refunds')
        .where({ id })
        .update({ next_attempt_at: new Date(0) });
      return {};
    },
    'confirm-paybill': async () => ({ confirmation_id: await toldPayment() }),
    'sweep-paybill-confirmations': async () => {
      const id = await toldPayment();
      await service.ctx
        .db('paybill_confirmations')
        .where({ id })
        .update({ next_attempt_at: new Date(0) });
      return {};
    },
    'process-payout': async () => ({ payout_id: await heldPayout() }),
    'sweep-payouts': async () => {
      const id = await heldPayout();
      await service.ctx
        .db('payouts')
        .where({ id })
        .update({ next_attempt_at: new Date(0) });
      return {};
    },
    'import-statement': async () => ({ run_id: await waitingStatement() }),
    'sweep-statement-imports': async () => {
      await waitingStatement();
      return {};
    },
    'resume-line-resolutions': async () => {
      await abandonedDecision();
      return {};
    },
    'credit-topup': async () => ({ payment_id: await readyTopup() }),
    'sweep-topup-credits': async () => {
      const payment_id = await readyTopup();
      await service.ctx
        .db('wallet_topups')
        .where({ payment_id })
        .update({ ready_at: new Date(0) });
      return {};
    },
    'resume-wallet-movements': async () => {
      const customer = await customerWithWallet(project);
      await readyTopup();
      loseNextBooking(service.ctx.ledger, 'before');
      const reply = await project.key.post(`/api/v1/customers/${customer}/wallets/deposit`, {
        currency: 'KES',
        amount_minor: 1,
        idempotency_key: newUuid(),
      });
      expect(reply.status).toBe(503);
      await service.ctx.db('wallet_movements').update({ touched_at: new Date(0) });
      return {};
    },
    'deliver-webhooks': async () => {
      await completedPayment();
      return { endpoint_id };
    },
    'sweep-webhook-deliveries': async () => {
      const id = await deliveryOf(await completedPayment());
      await service.ctx
        .db('webhook_deliveries')
        .where({ id })
        .update({ next_attempt_at: new Date(0) });
      return {};
    },
    'prune-idempotency-keys': async () => {
      await completedPayment();
      await service.ctx.db('idempotency_keys').insert({
        project_id: project.id,
        environment: 'test',
        key: newUuid(),
        fingerprint: '',
        subject_id: newId('payment'),
        created_at: new Date(0),
      });
      return {};
    },
    'prune-payment-events': async () => {
      const payment_id = await completedPayment();
      const [{ id }] = await service.ctx.db('payment_events').where({ payment_id }).limit(1);
      await service.ctx
        .db('payment_events')
        .where({ id })
        .update({ id: firstIdAt('event', new Date(0)) });
      return {};
    },
    'delete-idle-endpoints': async () => {
      const { body } = must(
        await project.key.post('/api/v1/webhook-endpoints', { mode: 'poll', events: ['*'] }),
      );
      await service.ctx
        .db('webhook_poll_states')
        .where({ endpoint_id: body.id })
        .update({ polled_at: systemTimeIn(-86_400_000) });
      return {};
    },
    'prune-prompts': async () => {
      await service.ctx.db('payment_prompts').insert({
        project_id: project.id,
        environment: 'test',
        phone: '+254712345129',
        prompted_at: [new Date(0)],
      });
      return {};
    },
    'prune-webhooks': async () => {
      await service.ctx.db('webhook_events').insert({
        id: firstIdAt('event', new Date(0)),
        project_id: project.id,
        environment: 'test',
        type: 'payment.completed',
        payload: '{}',
        created_at: new Date(0),
      });
      await service.ctx.db('webhook_event_secrets').insert({
        event_id: firstIdAt('event', new Date(0)),
        sealed: 'v1.of-no-use',
        expires_at: new Date(0),
      });
      return {};
    },
    'credit-sacco-payments': async () => {
      await paymentForMember();
      return {};
    },
    'sweep-sacco-credits': async () => {
      await paymentForMember();
      return {};
    },
    'allocate-receipts': async () => {
      await bookedReceipt();
      return {};
    },
    'sweep-receipts': async () => {
      await bookedReceipt();
      return {};
    },
    'resume-sacco-entries': async () => {
      await abandonedEntry();
      return {};
    },
    'charge-loans': async () => {
      await overdueLoan();
      return {};
    },
    'store-portfolio-months': async () => {
      await overdueLoan();
      // As if the clock had been moved long ago.
      await service.ctx.db('projects').update({ test_clock_moved_at: new Date(0) });
      return {};
    },
    'pay-dividend': async () => ({ dividend_id: await dividendToPay() }),
    'sweep-dividends': async () => {
      const id = await dividendToPay();
      await service.ctx
        .db('sacco_dividends')
        .where({ id })
        .update({ due_at: new Date(0) });
      return {};
    },
    'run-import': async () => ({ import_id: await approvedImport() }),
    'sweep-imports': async () => {
      const id = await approvedImport();
      await service.ctx
        .db('sacco_imports')
        .where({ id })
        .update({ due_at: new Date(0) });
      return {};
    },
    'post-batch': async () => ({ batch_id: await approvedBatch() }),
    'sweep-batches': async () => {
      const id = await approvedBatch();
      await service.ctx
        .db('sacco_movement_batches')
        .where({ id })
        .update({ due_at: new Date(0) });
      return {};
    },
    'declare-savings-interest': async () => {
      const sacco = await earningSacco();
      const savings_interest = { rate_bps: 600, basis: 'daily_balance', frequency: 'monthly' };
      must(await sacco.admin.put('/api/v1/sacco/settings', { savings_interest }));
      await setTestClock(sacco.project, '2035-03-02T09:00:00Z');
      return {};
    },
    'pay-savings-interest': async () => ({ savings_interest_id: await interestToPay() }),
    'sweep-savings-interest': async () => {
      const id = await interestToPay();
      await service.ctx
        .db('sacco_savings_interest')
        .where({ id })
        .update({ due_at: new Date(0) });
      return {};
    },
    'expire-holds': async () => {
      await expiredHold();
      return {};
    },
    'send-account-email': async () => {
      service.ctx.mailer = { send: () => Promise.resolve(), close: () => undefined };
      return { account_email_id: await waitingEmail() };
    },
    'sweep-account-emails': async () => {
      await waitingEmail();
      return {};
    },
    'send-messages': async () => ({ sender_id: await queuedMessage() }),
    'sweep-messages': async () => {
      const sender_id = await queuedMessage();
      const status = 'delivered';
      const at = { received_at: systemNow(), applied: false };
      await service.ctx.db('message_reports').insert({ sender_id, message_ref: 'unknown', status, ...at });
      return {};
    },
    'remind-borrowers': async () => {
      const sacco = await tellingSacco();
      const application = { product_id: await newProduct(sacco), member_id: await newMember(sacco) };
      const loan_id = await openLoan(sacco, { ...application, amount_minor: 10_000 });
      const { due_on } = await service.ctx.db('sacco_loan_installments').where({ loan_id, no: 1 }).first();
      await setTestClock(sacco.project, new Date(Date.parse(due_on) - 2.5 * 86_400_000).toISOString());
      return {};
    },
    'prune-message-reports': async () => {
      const sender_id = await queuedMessage();
      await service.ctx.db('message_reports').insert({
        sender_id,
        message_ref: 'old',
        status: 'sent',
        received_at: systemTimeIn(-40 * 86_400_000),
        applied: true,
      });
      return {};
    },
    'clean-up-sessions': async () => {
      const { body } = must(
        await service.anyone.post('/api/auth/login', {
          email: project.owner.email,
          password: project.owner.password,
        }),
      );
      expect(body.token).toMatch(/^ush_sess_/);
      await service.ctx
        .db('sessions')
        .whereIn(
          'token_hash',
          service.ctx.db('sessions').orderBy('created_at', 'desc').limit(1).select('token_hash'),
        )
        .update({ expires_at: new Date(0) });
      return {};
    },
  };

  /** Nobody works on the queue: what is approved waits for its job. */
  async function approved(sacco: Sacco, { body }: Reply): Promise<string> {
    const { import_answer_ms } = service.ctx;
    service.ctx.import_answer_ms = 0;
    must(await decide(sacco, body.approval_id));
    service.ctx.import_answer_ms = import_answer_ms;
    return body.id;
  }

  async function approvedImport(): Promise<string> {
    const sacco = await createSacco(service);
    const members = [memberRow('A-1', { savings: '5.00' })];
    return approved(sacco, must(await askImport(sacco, { members })));
  }

  async function approvedBatch(): Promise<string> {
    const sacco = await createSacco(service);
    const id = await newMember(sacco);
    const { member_no } = must(await sacco.maker.get(`/api/v1/sacco/members/${id}`)).body;
    return approved(
      sacco,
      must(await askBatch(sacco, [{ member_no, kind: 'deposit', amount: '1.00' }], 100)),
    );
  }

  async function waitingEmail(): Promise<string> {
    const id = newId('account_email');
    await service.ctx.db('account_emails').insert({
      id,
      email: project.owner.email,
      kind: 'password_reset',
      next_attempt_at: new Date(0),
    });
    return id;
  }

  /** Tables that the first run writes to, by job; a sweep that only enqueues writes to none. */
  const WRITES: Partial<Record<JobName, string[]>> = {
    'sweep-files': ['files'],
    'expire-consents': ['sacco_loan_consents', 'sacco_loan_guarantees'],
    'post-payments': ['ledger_accounts', 'ledger_balances', 'ledger_transfers', 'postings'],
    'sweep-postings': ['ledger_balances', 'ledger_transfers', 'payments', 'postings'],
    'poll-payment': ['payment_events', 'payments', 'postings', 'webhook_deliveries', 'webhook_events'],
    'sweep-payment-polls': ['payments'],
    'handle-callback': ['payment_events', 'payments', 'postings', 'provider_callbacks', 'webhook_events'],
    'sweep-callbacks': ['provider_callbacks'],
    'process-refund': [
      'ledger_balances',
      'ledger_pending',
      'ledger_transfers',
      'payment_events',
      'payments',
      'refunds',
    ],
    'sweep-refunds': ['refunds'],
    'process-payout': ['ledger_balances', 'ledger_pending', 'ledger_transfers', 'payout_events', 'payouts'],
    'sweep-payouts': ['payouts'],
    'confirm-paybill': ['paybill_confirmations', 'payment_events', 'payments', 'postings', 'webhook_events'],
    'sweep-paybill-confirmations': ['paybill_confirmations'],
    'allocate-receipts': ['ledger_balances', 'ledger_transfers', 'sacco_entries', 'sacco_receipts'],
    'sweep-receipts': ['ledger_balances', 'ledger_transfers', 'sacco_entries', 'sacco_receipts'],
    'credit-topup': [
      'ledger_balances',
      'ledger_transfers',
      'wallet_movements',
      'wallet_topups',
      'wallets',
      'webhook_events',
    ],
    'sweep-topup-credits': ['wallet_topups'],
    'resume-wallet-movements': ['ledger_balances', 'ledger_transfers', 'wallet_movements'],
    'deliver-webhooks': ['webhook_attempts', 'webhook_deliveries'],
    'sweep-webhook-deliveries': ['webhook_endpoint_states'],
    'prune-idempotency-keys': ['idempotency_keys'],
    'prune-payment-events': ['payment_events'],
    'delete-idle-endpoints': ['webhook_endpoints', 'webhook_poll_states'],
    'prune-prompts': ['payment_prompts'],
    'prune-webhooks': ['webhook_event_secrets', 'webhook_events'],
    'credit-sacco-payments': [
      'ledger_balances',
      'ledger_transfers',
      'sacco_entries',
      'sacco_payment_credits',
      'webhook_events',
    ],
    'sweep-sacco-credits': ['ledger_balances', 'ledger_transfers', 'sacco_entries', 'sacco_payment_credits'],
    'resume-sacco-entries': ['ledger_balances', 'ledger_transfers', 'sacco_entries'],
    'charge-loans': [
      'ledger_balances',
      'ledger_transfers',
      'sacco_entries',
      'sacco_loan_installments',
      'sacco_loans',
    ],
    'store-portfolio-months': ['sacco_portfolio_months'],
    'pay-dividend': [
      'ledger_balances',
      'ledger_transfers',
      'sacco_dividend_lines',
      'sacco_dividends',
      'sacco_entries',
    ],
    'sweep-dividends': ['sacco_dividends'],
    'run-import': ['customers', 'ledger_transfers', 'sacco_entries', 'sacco_import_lines', 'sacco_members'],
    'sweep-imports': ['sacco_imports'],
    'post-batch': [
      'ledger_balances',
      'ledger_transfers',
      'sacco_entries',
      'sacco_movement_batch_lines',
      'sacco_movement_batches',
    ],
    'sweep-batches': ['sacco_movement_batches'],
    'declare-savings-interest': [
      'sacco_approvals',
      'sacco_entries',
      'sacco_savings_interest',
      'sacco_savings_interest_lines',
    ],
    'pay-savings-interest': [
      'ledger_balances',
      'ledger_transfers',
      'sacco_entries',
      'sacco_savings_interest',
      'sacco_savings_interest_lines',
    ],
    'sweep-savings-interest': ['sacco_savings_interest'],
    'expire-holds': ['ledger_balances', 'ledger_pending'],
    'send-account-email': ['account_emails', 'account_tokens'],
    'sweep-account-emails': ['account_emails'],
    'send-messages': ['notifications'],
    'remind-borrowers': ['notifications', 'sacco_loan_reminder_days', 'webhook_events'],
    'prune-message-reports': ['message_reports'],
    'clean-up-sessions': ['sessions'],
  };

  test.each(JOB_NAMES)('%s changes nothing the second time', async (name) => {
    const stage = STAGES[name];
    if (!stage && fieldsOf(name).length > 0)
      throw new Error(`${name} takes ids: give it something to do in STAGES of ${import.meta.filename}`);
    const { changed } = await runTwice(name, stage ? await stage() : {});
    const expected = WRITES[name] ?? changed;
    expect(changed).toEqual(expect.arrayContaining(expected));
    expect(expected.length === 0 ? changed : []).toEqual([]);
  });

  test.each(JOB_NAMES.filter((name) => fieldsOf(name).length > 0))(
    '%s does nothing for an id that is not there',
    async (name) => {
      const payload = Object.fromEntries(
        fieldsOf(name).map((field) => [
          field,
          newId(field === 'endpoint_id' ? 'webhook_endpoint' : field === 'refund_id' ? 'refund' : 'payment'),
        ]),
      );
      const before = await everything();
      await HANDLERS[name](service.ctx, payload as never);
      expect(await everything()).toEqual(before);
    },
  );

  test('a payment booked twice at once is booked once', async () => {
    await HANDLERS['post-payments'](service.ctx, {});
    const payment_id = await completedPayment();
    const balances = async (): Promise<Record<string, number>> => {
      const { body } = must(await project.key.get('/api/v1/ledger/accounts?currency=KES'));
      return Object.fromEntries(
        body.accounts.map((each: { kind: string; balance_minor: number }) => [each.kind, each.balance_minor]),
      );
    };
    const before = await balances();
    await Promise.all([1, 2, 3, 4].map(() => HANDLERS['post-payments'](service.ctx, {})));
    await HANDLERS['post-payments'](service.ctx, {});
    const after = await balances();
    expect((after['provider_clearing'] as number) - (before['provider_clearing'] as number)).toBe(15_050);
    expect((after['merchant_available'] as number) - (before['merchant_available'] as number)).toBe(15_050);
    const posting = await service.ctx.db('postings').where({ payment_id }).first();
    expect(posting).toMatchObject({ status: 'posted', attempts: 1, error: null });
  });

  test('a payment that still waits is asked for once per poll that is due', async () => {
    const payment_id = await waitingPayment();
    const { changed } = await runTwice('poll-payment', { payment_id });
    expect(changed).toEqual(['payments']);
    const row = await service.ctx.db('payments').where({ id: payment_id }).first();
    expect(row).toMatchObject({ status: 'pending', polls: 1 });
    expect(row.next_poll_at.getTime()).toBeGreaterThan(row.updated_at.getTime());
    // The next one is half a minute away, and planned by the sweep when it is due soon.
    expect(await pollsOf(payment_id)).toEqual([]);
    const began = Date.now();
    await pollIn(payment_id, 15_000);
    await HANDLERS['sweep-payment-polls'](service.ctx, {});
    await HANDLERS['sweep-payment-polls'](service.ctx, {});
    const [job, ...more] = await pollsOf(payment_id);
    expect(more).toEqual([]);
    expect(job?.opts.jobId).toBe(await pollIdOf(payment_id));
    expectBetween(15_000 - (Date.now() - began), job?.opts.delay ?? NaN, 15_000);
  });

  test('every poll is planned before it is due, by the payment itself or by a sweep', async () => {
    const interval_ms = JOBS['sweep-payment-polls'].every_ms as number;
    const soon = await pay('+254712345678');
    const [planned] = await until('the poll is on its queue', async () => {
      const jobs = await pollsOf(soon);
      return jobs.length > 0 && jobs;
    });
    expect(planned?.opts.jobId).toBe(await pollIdOf(soon));
    // As far ahead as one that no request plans, seen by a sweep that comes as late as it ever does.
    const later = await pay('+254712345129');
    expect(await pollsOf(later)).toEqual([]);
    await pollIn(later, interval_ms);
    await HANDLERS['sweep-payment-polls'](service.ctx, {});
    expect((await pollsOf(later)).map((job) => job.opts.jobId)).toEqual([await pollIdOf(later)]);
  });

  /** The id of the job that makes a payment's next poll. */
  async function pollIdOf(id: string): Promise<string> {
    const { next_poll_at } = await service.ctx.db('payments').where({ id }).first();
    return `poll-${id}-${next_poll_at.getTime()}`;
  }

  async function pollsOf(payment_id: string): Promise<Job[]> {
    const jobs = await service.ctx.jobs.queues.get('provider-polls')?.getJobs(['waiting', 'delayed']);
    return (jobs ?? []).filter(({ name, data }) => name === 'poll-payment' && data.payment_id === payment_id);
  }

  test('polls at once complete a payment once', async () => {
    const payment_id = await waitingPayment();
    await payerPays(payment_id);
    await Promise.all([1, 2, 3, 4].map(() => HANDLERS['poll-payment'](service.ctx, { payment_id })));
    const { db } = service.ctx;
    expect(await db('payments').where({ id: payment_id }).first()).toMatchObject({ status: 'completed' });
    expect(await db('payment_events').where({ payment_id, to: 'completed' })).toHaveLength(1);
    expect(await db('postings').where({ payment_id })).toHaveLength(1);
    expect(await deliveryOf(payment_id)).toMatch(/^whd_/);
  });

  test('a delivery is made once, also by jobs at the same time', async () => {
    const delivery_id = await freshDelivery(204);
    await Promise.all([1, 2, 3, 4].map(() => HANDLERS['deliver-webhooks'](service.ctx, { endpoint_id })));
    await HANDLERS['deliver-webhooks'](service.ctx, { endpoint_id });
    expect(receiver.received).toHaveLength(1);
    expect(await service.ctx.db('webhook_deliveries').where({ id: delivery_id }).first()).toMatchObject({
      status: 'delivered',
      attempts: 1,
      next_attempt_at: null,
    });
  });

  test('a failed delivery is not tried again before its time', async () => {
    const delivery_id = await freshDelivery(500);
    const deliver = () => HANDLERS['deliver-webhooks'](service.ctx, { endpoint_id });
    await deliver();
    // Its own pause may be over before this process goes on.
    await service.ctx
      .db('webhook_deliveries')
      .where({ id: delivery_id })
      .update({ next_attempt_at: new Date(Date.now() + 3_600_000) });
    await deliver();
    expect(receiver.received).toHaveLength(1);
    expect(await service.ctx.db('webhook_deliveries').where({ id: delivery_id }).first()).toMatchObject({
      status: 'pending',
      attempts: 1,
    });
  });

  test('the jobs that all this put on the queues have ids that BullMQ takes, and fitting payloads', async () => {
    await freshDelivery(503);
    await HANDLERS['deliver-webhooks'](service.ctx, { endpoint_id });
    const payment_id = await pay('+254712345678');
    await until('its poll is on its queue', async () => (await pollsOf(payment_id)).length > 0);

    const jobs = (
      await Promise.all(
        [...service.ctx.jobs.queues.values()].map((queue) =>
          queue.getJobs(['waiting', 'delayed', 'prioritized']),
        ),
      )
    ).flat();
    for (const job of jobs) {
      const name = job.name as JobName;
      expect(JOB_NAMES).toContain(name);
      expect(job.queueName).toBe(JOBS[name].queue);
      expect(JOBS[name].payload.validate(job.data).error).toBeUndefined();
      expect(job.opts.attempts).toBe(JOBS[name].attempts);
    }
    const chosen = jobs.map((job) => job.opts.jobId).filter((id) => id !== undefined);
    for (const id of chosen) expect(id).toMatch(/^(?!\d+$)[^:]+$/);
    // The endpoint is woken for the earliest of its retries.
    const [next] = await service.ctx
      .db('webhook_deliveries')
      .where({ endpoint_id, status: 'pending' })
      .orderBy('next_attempt_at')
      .limit(1);
    const retry = `deliver-${endpoint_id}-${next.next_attempt_at.getTime()}`;
    expect(chosen).toEqual(expect.arrayContaining([retry, await pollIdOf(payment_id)]));
    expect(new Set(chosen).size).toBe(chosen.length);
  });
});

interface Receiver {
  url: string;
  /** What it answers. */
  status_code: number;
  /** webhook-ids in the order of arrival. */
  received: string[];
  stop(): Promise<void>;
}

/** A merchant's endpoint. */
function startReceiver(): Promise<Receiver> {
  return new Promise((resolve) => {
    const server: Server = createServer((request, response) => {
      receiver.received.push(String(request.headers['webhook-id']));
      request.resume();
      response.writeHead(receiver.status_code).end();
    });
    const receiver: Receiver = {
      url: '',
      status_code: 204,
      received: [],
      stop: () => new Promise((closed) => void server.close(() => closed())),
    };
    server.listen(0, '127.0.0.1', () => {
      receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
      resolve(receiver);
    });
  });
}
