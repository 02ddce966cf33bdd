/**
 * A project with one of everything, for the tests that try every route: what stands in a path, and bodies that would be
 * taken. A new route with an id in its path or with a body is missed here until it has a line.
 */
import { generateKeyPairSync } from 'node:crypto';
import { expect } from 'vitest';
import { ERROR_CODES, REASONS } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import type { Route } from '../../api/http/route.ts';
import { ROUTES } from '../../api/routes.ts';
import { postings } from '../../domain/payments/index.ts';
import { reconciliationJobs } from '../../domain/reconciliation/index.ts';
import { creditTopup } from '../../domain/wallets/index.ts';
import {
  customerBody,
  customerWithWallet,
  inProject,
  must,
  newCustomer,
  openSession,
  openWallet,
  paymentBody,
  projectOf,
  quickPerson,
  transactionId,
  unallocatedReceipt,
  until,
  uploaded,
  type Client,
  type Project,
  type Reply,
  type TestService,
} from '../harness/index.ts';

export interface World {
  project: Project;
  /** For the routes that a key without scopes may not call. */
  payout_keys: Record<'test' | 'live', Client>;
  /** A sample value for every name that stands in a path, `{project}` included, and for what bodies refer to. */
  ids: Record<string, string>;
}

/** A key of the world that may call the route. */
export function keyFor(
  { project, payout_keys }: World,
  { path }: Route,
  environment: 'test' | 'live' = 'test',
) {
  if (path.startsWith('/api/v1/payouts')) return payout_keys[environment];
  return environment === 'test' ? project.key : project.live_key;
}

/** Fills the test environment of a new project. Needs no workers. */
export async function createWorld(service: TestService): Promise<World> {
  const project = await projectOf(await quickPerson(service), service.anyone);
  // One that has its data: to make them takes longer than what the tests of every route need.
  await service.ctx.db('demo_fills').insert({ id: project.id, status: 'filled' });
  const maker = await quickPerson(service);
  must(
    await project.owner.client.post(`/api/projects/${project.id}/staff`, {
      email: maker.email,
      role: 'maker',
    }),
  );
  // Where people are invited, they are asked first.
  const { body: asked } = must(await maker.client.get('/api/auth/invitations'));
  for (const { id } of asked.invitations) must(await maker.client.post(`/api/auth/invitations/${id}/accept`));
  const { body: key } = must(
    await project.owner.client.post(`/api/projects/${project.id}/api-keys`, {
      environment: 'test',
      name: 'of the world',
    }),
  );
  const payoutKey = async (environment: string): Promise<Client> => {
    const body = { environment, name: 'of payouts', scopes: ['payouts'] };
    const issued = must(await project.owner.client.post(`/api/projects/${project.id}/api-keys`, body));
    return service.anyone.with({ 'x-api-key': issued.body.key });
  };
  await openSession(service, project.owner.id);
  const session = must(await project.owner.client.get('/api/auth/sessions')).body.sessions[0].id;
  // Somebody else asks the owner to join.
  const { body: elsewhere } = must(await maker.client.post('/api/projects', { name: 'Neighbours' }));
  const invitation = newId('invitation');
  await service.ctx.db('staff').insert({
    project_id: elsewhere.id,
    user_id: project.owner.id,
    role: 'maker',
    status: 'invited',
    invitation_id: invitation,
    invited_by: maker.id,
  });
  const { body: endpoint } = must(
    // One that can be asked for its events.
    await project.key.post('/api/v1/webhook-endpoints', { mode: 'poll', events: ['*'] }),
  );
  const { body: customer } = must(
    await project.key.post('/api/v1/customers', customerBody({ full_name: 'Abebe Bikila' })),
  );
  must(await project.key.post(`/api/v1/customers/${customer.id}/kyc`, { decision: 'approve', tier: 1 }));
  await openWallet(project, customer.id);
  // A top-up that was taken back: there is one to look at, and its payment can be refunded in parts.
  const metadata = { wallet_customer_id: customer.id };
  const { body: payment } = must(await project.key.post('/api/v1/payments', paymentBody({ metadata })));
  const { body: sent } = must(await project.key.get('/api/v1/webhook-deliveries'));
  await until('it is credited', async () => {
    // Another world that is made meanwhile may have taken the posting.
    await postings.postPending(service.ctx);
    await creditTopup(service.ctx, payment.id);
    return must(await project.key.get(`/api/v1/wallet-topups/${payment.id}`)).body.status === 'credited';
  });
  must(await project.key.post(`/api/v1/wallet-topups/${payment.id}/reverse`));
  const { body: adjustments } = must(
    await project.key.post('/api/v1/ledger/accounts', { kind: 'adjustments', currency: 'KES' }),
  );
  const { body: available } = must(
    await project.key.post('/api/v1/ledger/accounts', { kind: 'merchant_available', currency: 'KES' }),
  );
  const { body: hold } = must(
    await project.key.post('/api/v1/ledger/holds', movement(available.id, adjustments.id)),
  );
  const { body: refund } = must(
    await project.key.post(`/api/v1/payments/${payment.id}/refunds`, {
      amount_minor: 1,
      reason: 'sandbox:pending',
    }),
  );
  // By hand, so that nobody sends it.
  must(await project.owner.client.put(`/api/projects/${project.id}/providers/manual/payouts`, PAYOUTS_ON));
  const { body: payout } = must(await project.session.post('/api/v1/payouts', payingOut()));
  const { body: link } = must(await project.key.post('/api/v1/payment-links', LINK));
  const { body: document } = must(
    await project.key.post(`/api/v1/customers/${customer.id}/documents`, DOCUMENT),
  );
  must(await project.session.put('/api/v1/sacco/settings', { currency: 'KES' }));
  const person = await newCustomer(project);
  const { body: member } = must(await project.key.post('/api/v1/sacco/members', { customer_id: person }));
  must(await project.owner.client.put(`/api/projects/${project.id}/senders/sms`, SENDER));
  must(await project.key.post(`/api/v1/sacco/members/${member.id}/deposits`, moved()));
  const { notifications } = must(await project.key.get('/api/v1/notifications')).body;
  const customer_id = await newCustomer(project);
  const { body: borrower } = must(await project.key.post('/api/v1/sacco/members', { customer_id }));
  const { body: entry } = must(
    await inProject(maker, project.id, 'test').post('/api/v1/sacco/cash-adjustments', counted()),
  );
  const { body: product } = must(await project.session.post('/api/v1/sacco/loan-products', PRODUCT));
  const { body: loan } = must(
    await inProject(maker, project.id, 'test').post('/api/v1/sacco/loans', {
      ...applying(borrower.id, product.id),
      guarantors: [{ member_id: member.id, amount: '1.00' }],
    }),
  );
  // Disbursed at once, so that it can be repaid.
  must(await project.session.post(`/api/v1/approvals/${loan.approval_id}/approve`));
  const { body: dividend } = must(await project.key.post('/api/v1/sacco/dividends', declaring()));
  const agreed = { amount: '500.00', frequency: 'monthly', start_date: '2026-01-31' };
  must(await project.key.put(`/api/v1/sacco/members/${member.id}/contribution`, agreed));
  const { body: interest } = must(await project.key.post('/api/v1/sacco/savings-interest', earning('01')));
  // A session that came to nothing, so that the cooperative has no tills: all its cash is one account.
  must(await project.session.put('/api/v1/sacco/settings', { tills: 'on' }));
  const { body: till } = must(await project.session.post('/api/v1/sacco/tills', { name: 'Counter 1' }));
  const { body: till_session } = must(
    await inProject(maker, project.id, 'test').post(`/api/v1/sacco/tills/${till.id}/sessions`, {
      float: '1.00',
    }),
  );
  must(await project.session.post(`/api/v1/approvals/${till_session.approval_id}/cancel`));
  must(await project.session.put('/api/v1/sacco/settings', { tills: 'off' }));
  const { body: period } = must(
    await project.session.post('/api/v1/accounting/periods', {
      end_date: '2026-01-31',
      idempotency_key: crypto.randomUUID(),
      memo: 'January',
    }),
  );
  const { body: savings_product } = must(
    await project.session.post('/api/v1/sacco/savings-products', NOTICE_PRODUCT),
  );
  // One is retired by its sample, the other has accounts.
  const { body: goal } = must(
    await project.session.post('/api/v1/sacco/savings-products', { ...NOTICE_PRODUCT, name: 'A goal' }),
  );
  const { body: savings_account } = must(
    await project.key.post(`/api/v1/sacco/members/${member.id}/savings-accounts`, {
      product_id: goal.id,
    }),
  );
  const { body: bank } = must(await project.session.post('/api/v1/accounting/accounts', newAccount()));
  const receipt = await unallocatedReceipt(service.ctx, project.key, '5.00');
  const { body: imported } = must(await project.session.post('/api/v1/sacco/imports', importing()));
  const { body: employer } = must(await project.key.post('/api/v1/sacco/employers', employing()));
  const { body: remittance } = must(
    await project.session.post(`/api/v1/sacco/employers/${employer.id}/remittances`, remitting(bank.id)),
  );
  const { confirmations } = must(await project.key.get('/api/v1/paybill-confirmations')).body;
  must(await project.owner.client.put(`/api/projects/${project.id}/providers/sandbox/payouts`, PAYOUTS_ON));
  const { run, line } = await importStatement(service, project);
  return {
    project,
    payout_keys: { test: await payoutKey('test'), live: await payoutKey('live') },
    ids: {
      chart_account: bank.id,
      current_code: '1000',
      loan_product: product.id,
      savings_product: savings_product.id,
      goal_product: goal.id,
      savings_account: savings_account.id,
      loan: loan.id,
      dividend: dividend.id,
      savings_interest: interest.id,
      period: period.id,
      till: till.id,
      till_session: till_session.id,
      receipt,
      import_id: imported.id,
      employer: employer.id,
      batch: remittance.id,
      remittance: remittance.id,
      paybill_confirmation: confirmations[0].id,
      run,
      line,
      project: project.id,
      key_id: key.id,
      user_id: maker.id,
      invitation,
      session,
      payment: payment.id,
      refund: refund.id,
      payout: payout.id,
      account: available.id,
      adjustments: adjustments.id,
      hold: hold.id,
      payment_link: link.id,
      other_customer: await customerWithWallet(project),
      provider: 'santimpay',
      customer: customer.id,
      document: document.id,
      file: await uploaded(project.key, 'member_photo'),
      webhook_endpoint: endpoint.id,
      member: member.id,
      notification: notifications[0].id,
      channel: 'sms',
      template: 'deposit',
      language: 'sw',
      entry: entry.id,
      posted_entry: loan.entry_id,
      approval: entry.approval_id,
      webhook_delivery: sent.webhook_deliveries[0].id,
    },
  };
}

const importing = () => ({
  cut_over_date: '2026-01-31',
  members_csv: 'member_no,full_name,phone\nA-1,Amina Wanjiku,+254712345000\n',
  cash_on_hand_minor: 100,
  dry_run: true,
});

const employing = () => ({ name: 'Tea Factory', code: newId('employer').slice(-12), pay_day: 28 });

const remitting = (account: string | undefined) => ({
  month: '2026-01',
  csv: `payroll_no,amount\n${crypto.randomUUID()},1.00\n`,
  account,
  total_minor: 100,
  memo: 'January',
  idempotency_key: crypto.randomUUID(),
});

/** A statement in the middle of whose import the world begins: nobody works on the queue. @returns ids of run and line */
async function importStatement(
  { ctx }: TestService,
  { id: project_id, key }: Project,
): Promise<{ run: string; line: string }> {
  const runs = () => ctx.db('reconciliation_runs').where({ project_id });
  const imported = key.post('/api/v1/reconciliation/runs', { ...STATEMENT, dry_run: false });
  const { id } = await until('the statement is there', () => runs().first<{ id: string } | undefined>());
  await reconciliationJobs.importRun(ctx, id);
  const { body: run } = must(await imported);
  const { body } = must(await key.get(`/api/v1/reconciliation/runs/${run.id}/lines`));
  return { run: run.id, line: body.lines[0].id };
}

/** Dry, so that it is answered without a worker. */
const STATEMENT = {
  provider: 'manual',
  currency: 'KES',
  period_start: '2026-01-01',
  period_end: '2026-12-31',
  columns: { amount: 'Amount', provider_txn_id: 'Id' },
  default_kind: 'payout',
  csv: 'Id,Amount\nP1,1.00\n',
  dry_run: true,
};

const SENDER = { environment: 'test', sender: 'sandbox' };

const PAYOUTS_ON = { environment: 'test', enabled: true };

function payingOut(): object {
  return {
    provider: 'manual',
    amount_minor: 1,
    currency: 'KES',
    to: { phone: '+254712345789' },
    reference: crypto.randomUUID(),
  };
}

const LINK = { title: 'Membership', amount: 10, currency: 'KES', reusable: true };

const DOCUMENT = {
  doc_type: 'passport',
  number: 'EP0123456',
  issuing_country: 'ET',
  expires_on: '2099-12-31',
};

/** In the shape that SantimPay's are checked for. */
const CREDENTIALS = {
  merchant_id: crypto.randomUUID(),
  token: 'a-gateway-token-of-some-length',
  private_key: generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString(),
};

function movement(debit_account_id?: string, credit_account_id?: string) {
  return { debit_account_id, credit_account_id, amount_minor: 1, idempotency_key: crypto.randomUUID() };
}

function money(): object {
  return { currency: 'KES', amount_minor: 1, idempotency_key: crypto.randomUUID() };
}

function counted(): object {
  return { amount_minor: 1, direction: 'in', memo: 'evening count', idempotency_key: crypto.randomUUID() };
}

const PRODUCT = {
  name: 'Development',
  rate_bps: 1_800,
  method: 'declining',
  frequency: 'monthly',
  min_amount_minor: 100,
  max_amount_minor: 1_000_000,
  min_term: 1,
  max_term: 36,
};

const NOTICE_PRODUCT = { name: 'On notice', kind: 'regular', notice_days: 7 };

function applying(member_id?: string, product_id?: string): object {
  const idempotency_key = crypto.randomUUID();
  return {
    member_id,
    product_id,
    amount: '100.00',
    term: 12,
    purpose: 'a water tank',
    guarantors: [],
    idempotency_key,
  };
}

function declaring(): object {
  return {
    label: crypto.randomUUID(),
    period_start: '2026-01-01',
    period_end: '2026-12-31',
    share_rate_bps: 500,
    interest_rebate_bps: 0,
    paid_from: 'fee_income',
    idempotency_key: crypto.randomUUID(),
  };
}

/** Interest for a month of 2026. */
function earning(month = '02'): object {
  return {
    label: crypto.randomUUID(),
    period_start: `2026-${month}-01`,
    period_end: `2026-${month}-28`,
    rate_bps: 600,
    basis: 'daily_balance',
    idempotency_key: crypto.randomUUID(),
  };
}

/** Of the chart of accounts, with a code of its own. */
function newAccount(): object {
  const code = String(10_000 + Math.floor(Math.random() * 80_000));
  return { code, name: 'Umoja Bank', kind: 'bank', currency: 'KES' };
}

function moved(): object {
  return { amount: '1.00', idempotency_key: crypto.randomUUID() };
}

/** A body that the route takes, by `METHOD path`. */
const VALID_BODIES: Record<string, (world: World) => object> = {
  'POST /api/auth/register': () => ({
    email: `${crypto.randomUUID()}@example.org`,
    password: 'long enough',
    name: 'A',
  }),
  'POST /api/auth/login': ({ project: { owner } }) => ({ email: owner.email, password: owner.password }),
  'POST /api/auth/password': ({ project: { owner } }) => ({
    current_password: owner.password,
    new_password: owner.password,
  }),
  'POST /api/auth/password/forgot': ({ project: { owner } }) => ({ email: owner.email }),
  'POST /api/auth/password/reset': () => ({ token: 'ush_reset_unknown', new_password: 'long enough' }),
  'POST /api/auth/email/verify': () => ({ token: 'ush_verify_unknown' }),
  'POST /api/auth/totp/confirm': () => ({ code: '000000' }),
  'POST /api/auth/totp/disable': ({ project: { owner } }) => ({ password: owner.password, code: '000000' }),
  'PATCH /api/projects/{project}': () => ({ require_totp: false }),
  'POST /api/projects': () => ({ name: 'Another cooperative' }),
  'POST /api/projects/{project}/api-keys': () => ({ environment: 'test', name: 'key' }),
  'DELETE /api/projects/{project}/staff/{user_id}': () => ({ revoke_keys: true }),
  'POST /api/projects/{project}/staff': ({ project }) => ({ email: project.owner.email, role: 'maker' }),
  'POST /api/projects/{project}/test-clock': () => ({ now: new Date(Date.now() + 60_000).toISOString() }),
  'POST /api/v1/payments': () => paymentBody({ metadata: { order: '1' } }),
  'PUT /api/projects/{project}/providers/{provider}': () => ({ credentials: CREDENTIALS }),
  'PUT /api/projects/{project}/senders/{channel}': () => SENDER,
  'PUT /api/v1/sacco/notification-templates/{template}/{language}': () => ({ text: '{{name}}: {{amount}}' }),
  'PUT /api/v1/sacco/members/{member}/preferences': () => ({ language: 'sw', sms: true, email: false }),
  'PUT /api/projects/{project}/providers/{provider}/paybill': () => ({ environment: 'test', enabled: false }),
  'POST /api/v1/paybill-confirmations': () => ({ provider: 'mpesa', transaction_id: transactionId() }),
  'POST /api/v1/sandbox/paybill': () => ({
    transaction_id: transactionId(),
    amount: '1.00',
    currency: 'KES',
    account_number: 'NOBODY',
    phone: '+254712345678',
    name: 'Wanjiru Kamau',
  }),
  'POST /api/v1/payments/ussd-intent': () => ({ amount: 10, currency: 'KES', reference: 'order-1' }),
  'POST /api/v1/payment-links': () => LINK,
  'POST /api/v1/payments/{payment}/refunds': () => ({ amount_minor: 1, reason: 'sandbox:pending' }),
  'POST /api/v1/refunds/{refund}/mark': () => ({ status: 'succeeded', note: 'paid out in cash' }),
  'POST /api/v1/payouts': payingOut,
  'POST /api/v1/payouts/{payout}/mark': () => ({ status: 'succeeded', note: 'seen on the statement' }),
  'PUT /api/projects/{project}/providers/{provider}/payouts': () => PAYOUTS_ON,
  'POST /api/v1/customers': () => customerBody({ email: 'someone@example.org', date_of_birth: '1990-02-28' }),
  'PATCH /api/v1/customers/{customer}': () => ({ kind: 'individual', full_name: 'Abebe Bikila Demissie' }),
  'POST /api/v1/customers/{customer}/documents': () => DOCUMENT,
  'POST /api/v1/customers/{customer}/documents/{document}/review': () => ({ decision: 'accept' }),
  'POST /api/v1/customers/{customer}/kyc': () => ({ decision: 'approve', tier: 1 }),
  'PUT /api/v1/kyc/limits': () => ({ tier: 1, currency: 'KES', max_balance_minor: 100_000 }),
  'POST /api/v1/ledger/accounts': () => ({ kind: 'subaccount', currency: 'KES', subaccount_id: 'vendor-1' }),
  'POST /api/v1/ledger/transfers': ({ ids }) => movement(ids['account'], ids['adjustments']),
  'POST /api/v1/ledger/transfer-batches': ({ ids }) => {
    const { idempotency_key, ...moved } = movement(ids['account'], ids['adjustments']);
    return { idempotency_key, transfers: [moved, { ...moved, memo: 'the rest' }] };
  },
  'POST /api/v1/ledger/holds': ({ ids }) => movement(ids['account'], ids['adjustments']),
  'POST /api/v1/ledger/holds/{hold}/capture': () => ({ amount_minor: 1 }),
  'POST /api/v1/customers/{customer}/wallets': () => ({ currency: 'KES' }),
  'POST /api/v1/customers/{customer}/wallets/deposit': money,
  'POST /api/v1/customers/{customer}/wallets/withdraw': money,
  'POST /api/v1/wallet-transfers': ({ ids }) => ({
    from_customer_id: ids['customer'],
    to_customer_id: ids['other_customer'],
    ...money(),
  }),
  'PUT /api/v1/sacco/settings': () => ({ entrance_fee_minor: 100, withdrawal_approval_minor: null }),
  'POST /api/v1/sacco/members': ({ ids }) => ({ customer_id: ids['customer'], pay_entrance_fee: false }),
  'POST /api/v1/sacco/members/{member}/deposits': moved,
  'POST /api/v1/sacco/members/{member}/withdrawals': moved,
  'POST /api/v1/sacco/members/{member}/shares': () => ({ ...moved(), from: 'cash' }),
  'POST /api/v1/sacco/members/{member}/exit': () => ({ idempotency_key: crypto.randomUUID(), memo: 'moves' }),
  'POST /api/v1/sacco/savings-products': () => NOTICE_PRODUCT,
  'POST /api/v1/sacco/members/{member}/savings-accounts': ({ ids }) => ({
    product_id: ids['goal_product'],
    idempotency_key: crypto.randomUUID(),
  }),
  'POST /api/v1/sacco/members/{member}/savings-accounts/{savings_account}/notices': () => ({
    amount: '1.00',
  }),
  'POST /api/v1/sacco/members/{member}/savings-transfers': ({ ids }) => ({
    ...moved(),
    from_savings_account_id: `sav_${ids['member']?.slice(4)}`,
    to_savings_account_id: ids['savings_account'],
  }),
  'POST /api/v1/sacco/cash-adjustments': counted,
  'POST /api/v1/sacco/entries/{entry}/reverse': () => ({
    idempotency_key: crypto.randomUUID(),
    memo: 'typed twice',
  }),
  'POST /api/v1/sacco/expenses': () => ({ ...moved(), category: 'Rent', memo: 'March' }),
  'POST /api/v1/sacco/tills': () => ({ name: `Counter ${crypto.randomUUID()}`, branch: 'Nakuru' }),
  'PATCH /api/v1/sacco/tills/{till}': () => ({ active: true }),
  'POST /api/v1/sacco/tills/{till}/sessions': () => ({ float: '1.00', idempotency_key: crypto.randomUUID() }),
  'POST /api/v1/sacco/tills/{till}/sessions/{till_session}/close': () => ({
    counted: '1.00',
    memo: 'evening',
  }),
  'POST /api/v1/sacco/tills/{till}/sessions/{till_session}/counts': () => ({
    counted: '1.00',
    memo: 'at noon',
  }),
  'POST /api/v1/sacco/till-transfers': ({ ids }) => ({
    ...moved(),
    from: 'vault',
    to: ids['till'],
    memo: 'change',
  }),
  'POST /api/v1/sacco/loan-products': () => PRODUCT,
  'PUT /api/v1/sacco/provisioning-table': () => ({
    classes: [
      { name: 'on time', from_days: 0, rate_bps: 100 },
      { name: 'late', from_days: 1, rate_bps: 10_000 },
    ],
  }),
  'POST /api/v1/sacco/provisions': () => ({ idempotency_key: crypto.randomUUID(), memo: 'end of the month' }),
  'POST /api/v1/sacco/loans': ({ ids }) => applying(ids['member'], ids['loan_product']),
  'POST /api/v1/sacco/loans/{loan}/guarantors/{member}/consent': () => ({
    decision: 'consent',
    code: '000000',
  }),
  'PUT /api/v1/sacco/logo': () => ({ logo_file_id: null }),
  'PUT /api/v1/sacco/members/{member}/files': ({ ids }) => ({ photo_file_id: ids['file'] }),
  'POST /api/v1/sacco/loans/{loan}/repayments': () => ({ ...moved(), from: 'cash' }),
  'POST /api/v1/sacco/loans/{loan}/write-off': () => ({ idempotency_key: crypto.randomUUID(), memo: 'gone' }),
  'POST /api/v1/sacco/dividends': declaring,
  'POST /api/v1/sacco/savings-interest': () => earning(),
  'PUT /api/v1/sacco/members/{member}/dividend-account': ({ ids }) => ({
    savings_account_id: ids['savings_account'],
  }),
  'PUT /api/v1/sacco/members/{member}/tax': () => ({ tax_number: 'A012345678Z', exempt: false }),
  'PUT /api/v1/sacco/members/{member}/contribution': () => ({
    amount: '500.00',
    frequency: 'monthly',
    start_date: '2026-01-31',
  }),
  'POST /api/v1/sacco/tax-remittances': () => ({ ...moved(), memo: 'March' }),
  'PATCH /api/v1/accounting/chart/{current_code}': () => ({ name: 'Cash in the safe' }),
  'POST /api/v1/accounting/accounts': newAccount,
  'PATCH /api/v1/accounting/accounts/{chart_account}': () => ({ name: 'Umoja Bank, current account' }),
  'POST /api/v1/accounting/journals': ({ ids }) => ({
    lines: [
      { account: '5100', debit: '1.00' },
      { account: ids['chart_account'], credit: '1.00' },
    ],
    memo: 'bank charges',
    idempotency_key: crypto.randomUUID(),
  }),
  'POST /api/v1/sacco/bankings': ({ ids }) => ({
    ...moved(),
    direction: 'till_to_bank',
    account: ids['chart_account'],
    reference: 'slip 1',
    memo: 'evening',
  }),
  'POST /api/v1/sacco/unallocated': ({ ids }) => ({
    ...moved(),
    account: ids['chart_account'],
    reference: 'FT-1',
    memo: 'A transfer by J. Kamau',
  }),
  'POST /api/v1/sacco/unallocated/{receipt}/refund': () => ({
    memo: 'Nobody knows the sender',
    idempotency_key: crypto.randomUUID(),
  }),
  'POST /api/v1/sacco/unallocated/{receipt}/allocate': ({ ids }) => ({
    member_id: ids['member'],
    purpose: 'savings',
    memo: 'She sent the wrong number',
    idempotency_key: crypto.randomUUID(),
  }),
  'POST /api/v1/sacco/imports': importing,
  'POST /api/v1/sacco/movement-batches': () => ({
    csv: 'member_no,kind,amount\nM00001,deposit,1.00\n',
    source: 'cash',
    total_minor: 100,
    memo: 'the market day',
    idempotency_key: crypto.randomUUID(),
  }),
  'POST /api/v1/sacco/employers': employing,
  'PATCH /api/v1/sacco/employers/{employer}': () => ({ name: 'Tea Factory' }),
  'PATCH /api/v1/sacco/members/{member}': ({ ids }) => ({
    employer_id: ids['employer'],
    contribution: '5.00',
  }),
  'POST /api/v1/sacco/employers/{employer}/remittances': ({ ids }) => remitting(ids['chart_account']),
  'POST /api/v1/accounting/periods': () => ({
    end_date: '2026-01-31',
    idempotency_key: crypto.randomUUID(),
    memo: 'January',
  }),
  'POST /api/v1/accounting/periods/{period}/reopen': () => ({
    idempotency_key: crypto.randomUUID(),
    memo: 'a mistake',
  }),
  'POST /api/v1/approvals/{approval}/approve': () => ({ note: 'counted again' }),
  'POST /api/v1/approvals/{approval}/reject': () => ({ note: 'not so' }),
  'POST /api/v1/reconciliation/runs': () => STATEMENT,
  'POST /api/v1/reconciliation/runs/{run}/lines/{line}/resolve': () => ({ action: 'ignore', note: 'seen' }),
  'POST /api/v1/reconciliation/runs/{run}/resolve-all': () => ({ action: 'book_payout' }),
  'POST /api/v1/sacco/members/{member}/notes': () => ({ text: 'promised to pay on Friday' }),
  'POST /api/v1/webhook-endpoints': () => ({ url: 'http://127.0.0.1:9/hook', events: ['payment.completed'] }),
};

export function nameOf(route: Pick<Route, 'method' | 'path'>): string {
  return `${route.method} ${route.path}`;
}

/** The names that stand in a path. */
export function parametersOf(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

/** The path with these ids in it. */
export function fill(path: string, ids: Record<string, string>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const id = ids[name];
    if (id === undefined) throw new Error(`test/api/samples.ts has no sample for {${name}} of ${path}`);
    return id;
  });
}

export function validBody(route: Route, world: World): object | undefined {
  if (!route.body) return undefined;
  const make = VALID_BODIES[nameOf(route)];
  if (!make) throw new Error(`test/api/samples.ts has no body for ${nameOf(route)}`);
  return make(world);
}

/** The parameters that the route cannot do without, by `METHOD path`. */
const VALID_QUERIES: Record<string, () => string> = {
  'GET /api/v1/customers/{customer}/kyc/requirements': () => '?tier=2',
  'GET /api/v1/sacco/loans/{loan}/repayment-split': () => '?amount_minor=1',
  'POST /api/v1/files': () => '?purpose=signed_form',
  'GET /api/v1/ledger/accounts/{account}/balance': () => `?at=${new Date().toISOString()}`,
  'GET /api/v1/sacco/members/{member}/statement': () => '?from=2026-01-01&to=2026-12-31',
  'GET /api/v1/sacco/reports/fees': () => '?month=2026-01',
  'GET /api/v1/ledger/report': () => '?from=2026-01-01&to=2026-12-31',
  'GET /api/v1/sacco/reports/portfolio': () => '?group_by=product',
  'GET /api/v1/sacco/imports/template': () => '?file=members',
  'GET /api/v1/sacco/employers/{employer}/advice': () => '?month=2026-01',
  'GET /api/v1/sacco/reports/check-off': () => '?month=2026-01',
  'GET /api/v1/sacco/portfolio/history': () => '?from=2026-01&to=2026-12',
};

export function validQuery(route: Route): string {
  const keys = (route.query?.describe()['keys'] ?? {}) as Record<string, { flags?: { presence?: string } }>;
  if (!Object.values(keys).some(({ flags }) => flags?.presence === 'required')) return '';
  const make = VALID_QUERIES[nameOf(route)];
  if (!make) throw new Error(`test/api/samples.ts has no query for ${nameOf(route)}`);
  return make();
}

/** One field of each kind that bodies have, for what takes long: most kinds are in many bodies. */
export function kindsOfFields(): [place: string, route: Route, field: string][] {
  const kinds = new Map<string, [string, Route, string]>();
  for (const route of ROUTES) {
    const fields = (route.body?.describe()['keys'] ?? {}) as Record<string, unknown>;
    for (const [field, described] of Object.entries(fields)) {
      const kind = JSON.stringify(described, (_name, value: unknown) =>
        typeof value === 'function' ? String(value) : value,
      );
      kinds.set(kind, [`${nameOf(route)} ${field}`, route, field]);
    }
  }
  return [...kinds.values()];
}

const INTERNALS =
  /node_modules|\.ts\b|\bat \S+ \(|postgres(ql)?:|\bknex\b|\bselect \S+ from\b|relation "|violates|syntax error/i;

/** What every error looks like, whatever it is about. */
export function expectDocumentedError(reply: Reply, about = ''): void {
  expect(reply.headers.get('content-type'), about).toMatch(/^application\/json/);
  expect(Object.keys(reply.body), about).toEqual(['error']);
  const { code, message, reason, details, details_omitted, doc_url, request_id, ...rest } = reply.body.error;
  expect(rest, about).toEqual({});
  expect(doc_url, about).toBe(`/docs/errors#${reason ?? code}`);
  expect(details?.length ?? 0, about).toBeLessThanOrEqual(details?.[0]?.line_no === undefined ? 20 : 100);
  if (details_omitted !== undefined) expect(details_omitted, about).toBeGreaterThan(0);
  expect(Object.keys(ERROR_CODES), about).toContain(code);
  expect(reply.status, about).toBe(ERROR_CODES[code as keyof typeof ERROR_CODES].status);
  expect(message, about).toMatch(/\S/);
  expect(message, about).not.toMatch(INTERNALS);
  expect(request_id, about).toBe(reply.headers.get('x-request-id'));
  if (reason !== undefined) expect(Object.keys(REASONS), about).toContain(reason);
  if (reply.status === 409 || reply.status === 422) expect(reason, about).toBeTypeOf('string');
  for (const detail of details ?? []) {
    expect(detail.message, about).toMatch(/\S/);
    expect(detail.message, about).not.toMatch(INTERNALS);
    expect(typeof detail.path === 'string' || Number.isInteger(detail.line_no), about).toBe(true);
  }
  if (reply.status === 429 || reply.status === 503)
    expect(Number(reply.headers.get('retry-after')), about).toBeGreaterThan(0);
}

/** The reply is this refusal, in the documented shape. */
export function expectError(reply: Reply, status: number, code: string, reason?: string): void {
  expect([reply.status, reply.body?.error?.code, reply.body?.error?.reason], reply.text).toEqual([
    status,
    code,
    reason,
  ]);
  expectDocumentedError(reply);
}

/** A 400 that names these fields. */
export function expectInvalid(reply: Reply, ...paths: string[]): void {
  expectError(reply, 400, 'VALIDATION_ERROR');
  const named = (reply.body.error.details ?? []).map(({ path }: { path: string }) => path);
  expect(named, reply.text).toEqual(expect.arrayContaining(paths));
}
