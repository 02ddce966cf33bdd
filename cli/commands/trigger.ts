/** `trigger`: causes an event in the test environment, with the sandbox provider, and prints the ids. */
import { randomInt, randomUUID } from 'node:crypto';
import { UshirikaError } from '@ushirika/sdk/transport';
import { pathWith } from '../request/build-request.ts';
import { openClient, type Client } from '../request/client.ts';
import { textFlag, type Call } from '../command.ts';
import { CliError, EXIT, usageError, type ExitCode } from '../failure.ts';
import { requireCredential, requireProject, resolveSettings } from '../profiles/settings.ts';
import { print } from '../output/terminal.ts';
import { readUntil } from '../request/wait.ts';

/** The last digits of the phone number decide the outcome of a sandbox payment. */
const PHONES = { completed: '+254712345789', failed: '+254712345039', pending: '+254712345129' };
const WITHIN_S = 60;
const AMOUNT_MINOR = 10_000;

interface Making {
  client: Client;
  signal: AbortSignal;
  member: string | undefined;
  customer: string | undefined;
  currency: string;
  /** Prints the ids of what was created. */
  created: (ids: Record<string, string>) => void;
}

interface Resource {
  id: string;
  status: string;
}

export async function run({ args: [type = ''], flags, globals, signal }: Call): Promise<ExitCode> {
  const settings = await resolveSettings(globals);
  const credential = requireCredential(settings);
  if (credential.kind === 'session') requireProject(settings);
  if (settings.environment !== 'test') throw usageError('Events are triggered in the test environment only.');
  const cause = CAUSES[type];
  if (!cause) throw usageError(`The event ${type} cannot be triggered.`);
  await cause({
    client: await openClient(settings, credential, signal),
    signal,
    member: textFlag(flags, 'member'),
    customer: textFlag(flags, 'customer'),
    currency: textFlag(flags, 'currency') ?? 'KES',
    created(ids) {
      if (settings.quiet) for (const id of Object.values(ids)) print(id);
      else if (settings.as_json) print(JSON.stringify({ type, ...ids }));
      else for (const [name, id] of Object.entries(ids)) print(`${name}  ${id}`);
    },
  });
  return EXIT.done;
}

const CAUSES: Record<string, (making: Making) => Promise<void>> = {
  async 'payment.completed'(making) {
    making.created({ payment_id: await payment(making, 'completed', {}) });
  },
  async 'payment.failed'(making) {
    making.created({ payment_id: await payment(making, 'failed', {}) });
  },
  async 'payment.cancelled'(making) {
    const id = await payment(making, 'pending', {});
    await making.client.request('POST', `/api/v1/payments/${id}/cancel`);
    making.created({ payment_id: id });
  },
  'refund.succeeded': (making) => refund(making, 'succeeded', 'triggered from the command line'),
  'refund.failed': (making) => refund(making, 'failed', 'sandbox:fail'),
  async 'topup.credited'(making) {
    const customer_id = making.customer ?? (await customer(making));
    await openWallet(making, customer_id);
    const payment_id = await payment(making, 'completed', { wallet_customer_id: customer_id });
    await waitFor(making, `/api/v1/wallet-topups/${payment_id}`, 'credited');
    making.created({ payment_id, customer_id });
  },
  async 'sacco.entry.posted'(making) {
    if (making.member === undefined) throw usageError('Required: --member.');
    const { data } = await making.client.request<Resource>(
      'POST',
      pathWith('/api/v1/sacco/members/{member}/deposits', [making.member]),
      { body: { amount_minor: AMOUNT_MINOR, idempotency_key: randomUUID() } },
    );
    making.created({ entry_id: data.id });
  },
  async 'approval.created'(making) {
    const { data } = await making.client.request<Resource & { approval_id: string }>(
      'POST',
      '/api/v1/sacco/cash-adjustments',
      {
        body: {
          amount_minor: AMOUNT_MINOR,
          direction: 'in',
          memo: 'triggered from the command line',
          idempotency_key: randomUUID(),
        },
      },
    );
    making.created({ approval_id: data.approval_id, entry_id: data.id });
  },
};

/** @returns the id of a payment with that status */
async function payment(
  making: Making,
  status: keyof typeof PHONES,
  metadata: Record<string, string>,
): Promise<string> {
  const reference = `trigger-${randomUUID()}`;
  const { data } = await making.client.request<Resource>('POST', '/api/v1/payments', {
    idempotencyKey: reference,
    body: {
      provider: 'sandbox',
      amount: AMOUNT_MINOR / 100,
      currency: making.currency,
      reference,
      customer_phone: PHONES[status],
      metadata,
    },
  });
  await waitFor(making, `/api/v1/payments/${data.id}`, status);
  return data.id;
}

async function waitFor({ client, signal }: Making, path: string, status: string): Promise<void> {
  const { data } = await readUntil(
    (within) => client.request<Resource & { reason?: string }>('GET', path, { signal: within }),
    ({ data: seen }) => seen.status === status || FINAL.has(seen.status),
    { what: path, timeout_s: WITHIN_S, signal },
  );
  if (data.status !== status)
    throw new CliError(EXIT.refused, `${path} is ${data.status}, not ${status}. ${data.reason ?? ''}`.trim());
}

const FINAL = new Set(['failed', 'cancelled', 'blocked', 'reversed']);

/** Retries until the payment is booked: a refund needs its money. */
async function refund(making: Making, status: string, reason: string): Promise<void> {
  const payment_id = await payment(making, 'completed', {});
  const idempotency_key = randomUUID();
  const { data } = await readUntil(
    async (within) => {
      try {
        return await making.client.request<Resource>('POST', `/api/v1/payments/${payment_id}/refunds`, {
          body: { reason, idempotency_key },
          signal: within,
        });
      } catch (error) {
        if (error instanceof UshirikaError && error.reason === 'insufficient_funds') return { data: null };
        throw error;
      }
    },
    (answer) => answer.data !== null,
    { what: payment_id, timeout_s: WITHIN_S, signal: making.signal },
  );
  const { id } = data as Resource;
  await waitFor(making, `/api/v1/refunds/${id}`, status);
  making.created({ refund_id: id, payment_id });
}

/** Creates a customer with a KYC tier that allows a balance. */
async function customer({ client }: Making): Promise<string> {
  const { data } = await client.request<Resource>('POST', '/api/v1/customers', {
    body: { full_name: 'Trigger Example', phone: `+2547${randomInt(10_000_000, 100_000_000)}` },
  });
  await client.request('POST', `/api/v1/customers/${data.id}/kyc`, {
    body: { decision: 'approve', tier: 1 },
  });
  return data.id;
}

async function openWallet({ client, currency }: Making, customer_id: string): Promise<void> {
  const path = pathWith('/api/v1/customers/{customer}/wallets', [customer_id]);
  await client.request('POST', path, { body: { currency } });
}
