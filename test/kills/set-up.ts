/** The two projects, made by requests while nothing is killed. */
import type { Random } from '../crash/random.ts';
import type { DarajaStandIn } from '../stand-ins/mpesa/index.ts';
import type { Caller } from './caller.ts';
import { Cooperative, type Product } from './cooperative.ts';
import { SAVINGS_PRODUCT } from './flows/accounts.ts';
import { LOAN_FLOWS, productBody } from './flows/loans.ts';
import { BANK_CODE, ENTRANCE_FEE_MINOR, join, THRESHOLD_MINOR } from './flows/savings.ts';
import { setPayouts } from './flows/payouts.ts';
import { morningOf } from './flows/week.ts';
import { CUSTOMER_FLOWS } from './flows/customers.ts';
import { Merchant } from './merchant.ts';
import type { MessageSender } from './messages.ts';
import { Place } from './place.ts';
import { providerOf, type Provider } from './providers.ts';
import { Poller, type Receiver } from './receiver.ts';

const DAY_MS = 86_400_000;
const MEMBERS = 6;
const CUSTOMERS = 4;
/** Covers every refund, transfer and statement in a currency. */
const FUNDS: [currency: string, amount: number][] = [
  ['KES', 5_000_000],
  ['ETB', 1_000_000],
  ['UGX', 1_000_000],
];

/** What the cooperative's members are paid from by providers. */
const FLOAT = 1_000_000;

type Headers = Record<string, string>;

async function mustOnce(
  caller: Caller,
  method: 'POST' | 'PUT',
  path: string,
  body: unknown,
  headers: Headers,
): Promise<Record<string, never> & { id: string }> {
  const reply = await caller.sendOnce({ method, path, body, headers });
  if (reply.status >= 300) throw new Error(`${method} ${path} was answered ${reply.status}: ${reply.text}`);
  return reply.body;
}

async function register(caller: Caller, name: string): Promise<{ email: string; headers: Headers }> {
  const email = `${name}@kills.example.org`;
  const password = 'Seven ferries cross at dawn';
  const { token } = await mustOnce(caller, 'POST', '/api/auth/register', { email, password, name }, {});
  return { email, headers: { authorization: `Bearer ${String(token)}` } };
}

async function openPlace(
  caller: Caller,
  random: Random,
  name: string,
  { receiver, receiver_url }: Outside,
): Promise<{ place: Place; poller: Poller }> {
  const owner = await register(caller, `${name}.owner`);
  const { id } = await mustOnce(caller, 'POST', '/api/projects', { name }, owner.headers);
  const at = `/api/projects/${id}`;
  const inProject = (headers: Headers): Headers => ({
    ...headers,
    'x-service-project': id,
    'x-service-environment': 'test',
  });
  const staff: Record<string, Headers> = {};
  for (const role of ['maker', 'checker']) {
    const person = await register(caller, `${name}.${role}`);
    await mustOnce(caller, 'POST', `${at}/staff`, { email: person.email, role }, owner.headers);
    staff[role] = inProject(person.headers);
  }
  const { key } = await mustOnce(
    caller,
    'POST',
    `${at}/api-keys`,
    { environment: 'test', name: 'kills' },
    owner.headers,
  );
  const place = new Place(name, id, caller, random, {
    key: { 'x-api-key': String(key) },
    owner: inProject(owner.headers),
    maker: staff['maker'] as Headers,
    checker: staff['checker'] as Headers,
  });
  const pushed = await place.must('POST', '/api/v1/webhook-endpoints', {
    url: `${receiver_url}/${name}`,
    events: ['*'],
  });
  place.endpoint_id = pushed.id;
  receiver.expect(name, pushed.secret);
  const polled = await place.must('POST', '/api/v1/webhook-endpoints', { mode: 'poll', events: ['*'] });
  return { place, poller: new Poller(place, polled.id) };
}

interface Outside {
  receiver: Receiver;
  /** Where the service reaches it. */
  receiver_url: string;
  providers: readonly Provider[];
  messages: MessageSender;
}

async function configure(place: Place, { name, credentials }: Provider): Promise<void> {
  const path = `/api/projects/${place.id}/providers/${name}?environment=test`;
  await place.must('PUT', path, { credentials }, { as: 'owner' });
}

/** A payment by the sandbox. @returns its id, once it is booked */
async function payIn(place: Place, currency: string, amount: number): Promise<string> {
  const { id } = await place.ask({
    flow: 'sandbox payment',
    path: '/api/v1/payments',
    headers: (token) => ({ 'idempotency-key': token }),
    body: (token) => ({
      provider: 'sandbox',
      amount,
      currency,
      reference: token,
      customer_phone: '+254712345789',
    }),
  });
  await place.waitFor(`/api/v1/ledger/postings?status=posted`, ({ postings }) =>
    postings.some(({ payment_id }: { payment_id: string }) => payment_id === id),
  );
  return id;
}

export async function setUpMerchant(
  caller: Caller,
  random: Random,
  outside: Outside,
): Promise<{ merchant: Merchant; poller: Poller }> {
  const { place, poller } = await openPlace(caller, random, 'merchant', outside);
  const { providers } = outside;
  for (const provider of providers) await configure(place, provider);
  const paying = providers.filter(({ payouts }) => payouts !== undefined).map(({ name }) => name);
  for (const name of ['sandbox', 'manual', ...paying]) await setPayouts(place, name, true);
  const open = async (kind: string, more: object = {}): Promise<string> =>
    (await place.must('POST', '/api/v1/ledger/accounts', { kind, currency: 'KES', ...more })).id;
  const accounts = {
    merchant_available: await open('merchant_available'),
    adjustments: await open('adjustments'),
    'vendor-1': await open('subaccount', { subaccount_id: 'vendor-1' }),
    'vendor-2': await open('subaccount', { subaccount_id: 'vendor-2' }),
  };
  const merchant = new Merchant(place, providers, accounts);
  for (const [currency, amount] of FUNDS) {
    const id = await payIn(place, currency, amount);
    const amount_minor = amount * 100;
    const paid_at = Date.now();
    merchant.expect({ id, provider: 'sandbox', currency, amount_minor, destiny: 'completed', paid_at });
  }
  const [registers] = CUSTOMER_FLOWS;
  for (let i = 0; i < CUSTOMERS; i++) await registers?.run(merchant);
  return { merchant, poller };
}

export async function setUpCooperative(
  caller: Caller,
  random: Random,
  outside: Outside,
): Promise<{ sacco: Cooperative; poller: Poller }> {
  const { place, poller } = await openPlace(caller, random, 'sacco', outside);
  await place.must(
    'PUT',
    '/api/v1/sacco/settings',
    {
      currency: 'KES',
      min_kyc_tier: 1,
      entrance_fee_minor: ENTRANCE_FEE_MINOR,
      withdrawal_approval_minor: THRESHOLD_MINOR,
      utc_offset_minutes: 0,
    },
    { as: 'owner' },
  );
  await place.must(
    'POST',
    '/api/v1/accounting/accounts',
    { code: BANK_CODE, name: 'Bank', kind: 'bank', currency: 'KES' },
    { as: 'owner' },
  );
  const day = Math.ceil(Date.now() / DAY_MS) + 1;
  await place.must('POST', `/api/projects/${place.id}/test-clock`, { now: morningOf(day) }, { as: 'owner' });
  const product = async (name: Product): Promise<string> =>
    (await place.must('POST', '/api/v1/sacco/loan-products', productBody(name), { as: 'owner' })).id;
  const products = {
    usual: await product('usual'),
    strict: await product('strict'),
    guaranteed: await product('guaranteed'),
  };
  const { id: savings_product } = await place.must(
    'POST',
    '/api/v1/sacco/savings-products',
    SAVINGS_PRODUCT,
    {
      as: 'owner',
    },
  );
  const mpesa = providerOf(outside.providers, 'mpesa');
  const away = { mpesa: mpesa.gateway as DarajaStandIn, receiver: outside.receiver };
  const sacco = new Cooperative(place, away, { products, savings_product, day });
  await configure(place, mpesa);
  await outside.messages.configure(place);
  for (const name of ['sandbox', 'mpesa']) await setPayouts(place, name, true);
  await place.must(
    'PUT',
    `/api/projects/${place.id}/providers/mpesa/paybill`,
    { environment: 'test', enabled: true, reject_unknown: false },
    { as: 'owner' },
  );
  place.events.add(['payment.completed', await payIn(place, 'KES', FLOAT)]);
  sacco.both('provider_clearing', 'merchant_available', BigInt(FLOAT * 100));
  for (let i = 0; i < MEMBERS; i++) await join(sacco);
  const [borrow] = LOAN_FLOWS;
  for (let i = 0; i < 2; i++) await borrow?.run(sacco);
  return { sacco, poller };
}
