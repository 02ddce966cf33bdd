/**
 * A day of a cooperative, told in requests: every kind of request once, with what a reader of the documentation would send,
 * and answers as full as they get. The examples of the OpenAPI document are recorded from it.
 */
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { passwords } from '../../domain/staff/index.ts';
import type { DarajaStandIn } from '../stand-ins/mpesa/index.ts';
import type { Client, Reply } from './client.ts';
import { fileOf, LOGO_PNG } from './contents.ts';
import { uploaded } from './files.ts';
import { inProject, must } from './people.ts';
import type { ProviderService } from './provider.ts';
import type { TestService } from './service.ts';
import { enrol } from './totp.ts';
import { until } from './wait.ts';

const PASSWORD = 'correct horse battery staple';
const DAY_MS = 86_400_000;

/** Needs a service with all its workers, and STAFF_INVITATIONS; M-PESA is told where to call. */
export async function tellStory({ service, gateway }: ProviderService<DarajaStandIn>): Promise<void> {
  const staff = await foundProject(service);
  await collectPayments(staff.key);
  await payOut(staff);
  const [abebe, almaz] = await serveCustomers(staff);
  await moveLedgerMoney(staff.key);
  await moveWalletMoney(staff.key, abebe, almaz);
  await runSacco(staff, abebe, almaz);
  await takePaybill(staff, abebe, gateway);
  await useBank(staff);
  await bringAlong(staff);
  await tellMembers(staff, abebe);
  await workTill(staff);
  await lendAndShare(staff, abebe);
  await reconcile(staff.key);
  await readBooks(staff);
  await operate(service, await oversee(staff, service.anyone));
  await closeBooks(staff);
  await lookAtDemo(staff, service);
  await beStrict(staff);
}

interface Staff {
  project: string;
  /** The owner's session without and with a project. */
  user: Client;
  owner: Client;
  maker: Client;
  key: Client;
}

async function foundProject(service: TestService): Promise<Staff> {
  const { anyone } = service;
  must(await anyone.get('/api/version'));
  const enter = async (email: string, name: string): Promise<Client> => {
    const { body } = must(await anyone.post('/api/auth/register', { email, password: PASSWORD, name }));
    return anyone.with({ authorization: `Bearer ${body.token}` });
  };
  const registered = await enter('hirut@umoja.example', 'Hirut Tesfaye');
  const changed = must(
    await registered.post('/api/auth/password', { current_password: PASSWORD, new_password: `${PASSWORD}!` }),
  );
  const user_id = changed.body.user.id;
  must(await anyone.post('/api/auth/password/forgot', { email: 'hirut@umoja.example' }));
  // As the e-mails bring them.
  const token = (purpose: 'password_reset' | 'email_verification') =>
    service.ctx.db.transaction((trx) => passwords.issueToken(trx, user_id, purpose));
  must(await anyone.post('/api/auth/email/verify', { token: await token('email_verification') }));
  const new_password = `${PASSWORD}!`;
  must(await anyone.post('/api/auth/password/reset', { token: await token('password_reset'), new_password }));
  const { body: signed_in } = must(
    await anyone.post('/api/auth/login', { email: 'hirut@umoja.example', password: new_password }),
  );
  const user = anyone.with({ authorization: `Bearer ${signed_in.token}` });
  must(await user.get('/api/auth/sessions'));
  const { recovery_codes } = await enrol(user);
  must(await user.get('/api/auth/totp'));
  const [code] = recovery_codes;
  must(await user.post('/api/auth/totp/disable', { password: new_password, code }));
  const { body: project } = must(await user.post('/api/projects', { name: 'Umoja Cooperative' }));
  const at = `/api/projects/${project.id}`;
  const maker = await enter('dawit@umoja.example', 'Dawit Bekele');
  for (const answer of ['decline', 'accept']) {
    must(await user.post(`${at}/staff`, { email: 'dawit@umoja.example', role: 'maker' }));
    const { body: waiting } = must(await maker.get('/api/auth/invitations'));
    must(await maker.post(`/api/auth/invitations/${waiting.invitations[0].id}/${answer}`));
  }
  const { body: issued } = must(
    await user.post(`${at}/api-keys`, { environment: 'test', name: 'Till software' }),
  );
  must(await user.put(`${at}/providers/santimpay?environment=test`, { credentials: credentials() }));
  must(await user.get('/api/auth/me'));
  must(await user.patch(at, { require_totp: false }));
  must(await user.get(at));
  for (const path of ['/api/projects', `${at}/staff`, `${at}/api-keys`, `${at}/providers`])
    must(await user.get(path));
  return {
    project: project.id,
    user,
    owner: inProject({ client: user }, project.id, 'test'),
    maker: inProject({ client: maker }, project.id, 'test'),
    key: anyone.with({ 'x-api-key': issued.key }),
  };
}

function credentials(): object {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    merchant_id: '9e2dab64-e2bb-4837-9b85-d855dd878d2b',
    token: 'the-token-that-the-gateway-gave',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  };
}

async function collectPayments(key: Client): Promise<void> {
  const receiver = createServer((_request, response) => response.writeHead(204).end()).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { port } = receiver.address() as AddressInfo;
  const { body: endpoint } = must(
    await key.post('/api/v1/webhook-endpoints', {
      url: `http://127.0.0.1:${port}/ushirika-events`,
      events: ['payment.completed', 'refund.succeeded'],
    }),
  );
  const { body: polled } = must(
    await key.post('/api/v1/webhook-endpoints', { mode: 'poll', events: ['payment.completed'] }),
  );
  const { body: payment } = must(
    await key.post(
      '/api/v1/payments',
      {
        provider: 'sandbox',
        amount: 1500.5,
        currency: 'KES',
        reference: 'order-1001',
        customer_phone: '+254712345789',
        metadata: { order: '1001' },
        split: { subaccount_id: 'vendor-7', share_bps: 1000 },
      },
      { 'idempotency-key': 'order-1001' },
    ),
  );
  await until('the payment is posted', async () => {
    const { body } = must(await key.get('/api/v1/ledger/postings?status=posted'));
    return body.postings.length > 0;
  });
  must(await key.get(`/api/v1/payments/${payment.id}`));
  must(await key.get(`/api/v1/payments/${payment.id}/events`));
  const { body: refund } = must(
    await key.post(`/api/v1/payments/${payment.id}/refunds`, {
      amount_minor: 20_000,
      reason: 'one item was sold out (sandbox:pending)',
      idempotency_key: 'order-1001-refund-1',
    }),
  );
  must(
    await key.post(`/api/v1/refunds/${refund.id}/mark`, { status: 'succeeded', note: 'paid back in cash' }),
  );
  must(await key.get(`/api/v1/refunds/${refund.id}`));
  must(
    await key.post('/api/v1/payments/ussd-intent', { amount: 250, currency: 'KES', reference: 'order-1002' }),
  );
  must(
    await key.post('/api/v1/payment-links', {
      title: 'Membership fee',
      amount: 250,
      currency: 'KES',
      reusable: true,
    }),
  );
  await until('the webhook is delivered', async () => {
    const { body } = must(await key.get(`/api/v1/webhook-deliveries?endpoint_id=${endpoint.id}`));
    return body.webhook_deliveries.some(({ status }: { status: string }) => status === 'delivered');
  });
  must(await key.get(`/api/v1/webhook-endpoints/${polled.id}/events?wait_seconds=1`));
  const { body: sent } = must(await key.get(`/api/v1/webhook-deliveries?endpoint_id=${endpoint.id}`));
  must(await key.get(`/api/v1/webhook-deliveries/${sent.webhook_deliveries[0].id}`));
  receiver.close();
}

/** By the sandbox, and by hand, which a second person confirms. */
async function payOut({ user, owner, maker, project, key }: Staff): Promise<void> {
  const path = '/api/v1/payouts';
  const settings = (provider: string): string => `/api/projects/${project}/providers/${provider}/payouts`;
  const terms = { max_minor: 5_000_000, daily_max_minor: 20_000_000, approval_above_minor: 1_000 };
  must(await user.put(settings('sandbox'), { environment: 'test', enabled: true, ...terms }));
  must(await user.put(settings('manual'), { environment: 'test', enabled: true }));
  must(await user.get(`${settings('sandbox')}?environment=test`));
  const { body: paid } = must(
    await maker.post(path, {
      provider: 'sandbox',
      amount: '10.00',
      currency: 'KES',
      to: { phone: '+254712345789' },
      reference: 'transport-2026-11-14',
      narration: 'Transport',
      idempotency_key: 'transport-2026-11-14',
    }),
  );
  await until('it is paid out', async () => {
    const { body } = must(await key.get(`${path}/${paid.id}`));
    return body.status === 'succeeded';
  });
  must(await key.get(`${path}/${paid.id}/events`));
  must(await maker.post(`${path}/${paid.id}/sync`));
  const { body: large } = must(
    await maker.post(path, {
      provider: 'sandbox',
      amount: '10.01',
      currency: 'KES',
      to: { phone: '+254712345789' },
      reference: 'transport-2026-11-15',
      idempotency_key: 'transport-2026-11-15',
    }),
  );
  must(await maker.post(`${path}/${large.id}/cancel`));
  const { body: by_hand } = must(
    await maker.post(path, {
      provider: 'manual',
      amount: '10.00',
      currency: 'KES',
      to: { bank_code: 'UMOJA', account_number: '1100223344', account_name: 'Asha Ali' },
      reference: 'rent-2026-11',
      idempotency_key: 'payout-rent-2026-11',
    }),
  );
  await until('somebody is to pay it', async () => {
    const { body } = must(await key.get(`${path}/${by_hand.id}`));
    return body.status === 'sending';
  });
  const { body: marked } = must(
    await maker.post(`${path}/${by_hand.id}/mark`, {
      status: 'succeeded',
      note: 'slip 0417 of Umoja Bank',
    }),
  );
  must(await owner.post(`/api/v1/approvals/${marked.approval_id}/approve`));
  must(await key.get(`${path}?provider=sandbox`));
}

/** @returns the ids of two customers of KYC tier 1, the first one's documents reviewed */
async function serveCustomers({ key, user, project }: Staff): Promise<[string, string]> {
  const path = '/api/v1/customers';
  const { body: abebe } = must(
    await key.post(path, {
      full_name: 'Abebe Bikila',
      phone: '+254712345601',
      email: 'abebe@umoja.example',
      date_of_birth: '1990-02-28',
      external_ref: 'crm-17',
    }),
  );
  const { body: almaz } = must(await key.post(path, { full_name: 'Almaz Ayana', phone: '+254712345602' }));
  must(await key.patch(`${path}/${abebe.id}`, { email: 'abebe.bikila@umoja.example' }));
  for (const { id } of [abebe, almaz])
    must(await key.post(`${path}/${id}/kyc`, { decision: 'approve', tier: 1, note: 'met in person' }));
  const scan = await uploaded(key, 'kyc_document', fileOf('pdf'), 'ep0123456.pdf');
  const { body: document } = must(
    await key.post(`${path}/${abebe.id}/documents`, {
      doc_type: 'passport',
      number: 'EP0123456',
      issuing_country: 'ET',
      expires_on: '2099-12-31',
      file_id: scan,
    }),
  );
  must(await key.get(`/api/v1/files/${scan}`));
  must(
    await key.post(`${path}/${abebe.id}/documents/${document.id}/review`, {
      decision: 'accept',
      note: 'clear',
    }),
  );
  must(await user.get(`/api/projects/${project}/customers/${abebe.id}/documents/${document.id}/number`));
  must(await key.get(`${path}/${abebe.id}/kyc/requirements?tier=3`));
  must(await key.get(`${path}/${abebe.id}/events`));
  must(
    await key.put('/api/v1/kyc/limits', {
      tier: 1,
      currency: 'KES',
      max_balance_minor: 10_000_000,
      max_single_minor: 5_000_000,
      max_daily_out_minor: 7_500_000,
    }),
  );
  return [abebe.id, almaz.id];
}

async function reconcile(key: Client): Promise<void> {
  const path = '/api/v1/reconciliation';
  must(await key.get(`${path}/presets`));
  must(
    await key.post('/api/v1/payments', {
      provider: 'manual',
      amount: 250,
      currency: 'KES',
      reference: 'INV-2041',
    }),
  );
  const today = new Date().toISOString().slice(0, 10);
  const csv = [
    'Date,Type,Reference,Bank id,Amount',
    `${today},Credit,INV-2041,B-70001,250.00`,
    `${today},Charge,,B-70002,-15.00`,
    `${today},Credit,INV-1999,B-70003,90.00`,
  ].join('\n');
  const { body: run } = must(
    await key.post(
      `${path}/runs`,
      {
        provider: 'manual',
        currency: 'KES',
        period_start: today,
        period_end: today,
        utc_offset: '+03:00',
        source_name: 'bank-november.csv',
        columns: {
          date: 'Date',
          kind: 'Type',
          reference: 'Reference',
          provider_txn_id: 'Bank id',
          amount: 'Amount',
        },
        kinds: { payment: ['Credit'], fee: ['Charge'] },
        csv: `${csv}\n`,
      },
      { 'idempotency-key': 'bank-november' },
    ),
  );
  const at = `${path}/runs/${run.id}`;
  must(await key.post(`${at}/lines/2/resolve`, { action: 'settle_payment' }));
  must(await key.post(`${at}/resolve-all`, { action: 'book_fee' }));
  must(await key.post(`${at}/lines/4/resolve`, { action: 'ignore', note: 'paid to another branch' }));
  must(await key.get(`${at}/lines`));
  must(await key.get(at));
  must(await key.post(`${at}/close`));
}

async function moveLedgerMoney(key: Client): Promise<void> {
  const open = async (body: object): Promise<string> =>
    must(await key.post('/api/v1/ledger/accounts', body)).body.id;
  const from = await open({ kind: 'merchant_available', currency: 'KES' });
  const to = await open({ kind: 'subaccount', currency: 'KES', subaccount_id: 'vendor-7' });
  const accounts = { debit_account_id: from, credit_account_id: to };
  must(
    await key.post('/api/v1/ledger/transfers', {
      ...accounts,
      amount_minor: 10_000,
      idempotency_key: 'bonus-2026-11-vendor-7',
      memo: 'November bonus',
    }),
  );
  must(
    await key.post('/api/v1/ledger/transfer-batches', {
      idempotency_key: 'payroll-2026-11',
      transfers: [
        { ...accounts, amount_minor: 4_000, memo: 'commission' },
        { ...accounts, amount_minor: 2_500 },
      ],
    }),
  );
  const { body: hold } = must(
    await key.post('/api/v1/ledger/holds', {
      ...accounts,
      amount_minor: 5_000,
      idempotency_key: 'deposit-vendor-7',
      memo: 'security deposit',
      timeout_secs: 86_400,
    }),
  );
  must(await key.post(`/api/v1/ledger/holds/${hold.id}/capture`, { amount_minor: 3_000 }));
  must(await key.get(`/api/v1/ledger/accounts/${from}`));
  must(await key.get(`/api/v1/ledger/accounts/${from}/balance?at=${new Date().toISOString()}`));
  const today = new Date().toISOString().slice(0, 10);
  must(await key.get(`/api/v1/ledger/report?from=${today}&to=${today}`));
}

async function readBooks({ key }: Staff): Promise<void> {
  for (const report of ['trial-balance', 'income-statement', 'balance-sheet', 'general-ledger?limit=2'])
    must(await key.get(`/api/v1/accounting/${report}`));
}

async function moveWalletMoney(key: Client, abebe: string, almaz: string): Promise<void> {
  for (const id of [abebe, almaz])
    must(await key.post(`/api/v1/customers/${id}/wallets`, { currency: 'KES' }));
  const path = `/api/v1/customers/${abebe}/wallets`;
  const money = (amount_minor: number, idempotency_key: string): object => ({
    currency: 'KES',
    amount_minor,
    idempotency_key,
  });
  must(await key.post(`${path}/deposit`, money(40_000, 'salary-2026-11-abebe')));
  must(await key.post(`${path}/withdraw`, money(5_000, 'cash-out-1')));
  must(
    await key.post('/api/v1/wallet-transfers', {
      from_customer_id: abebe,
      to_customer_id: almaz,
      ...money(2_500, 'rent-2026-11'),
    }),
  );
  const { body: payment } = must(
    await key.post('/api/v1/payments', {
      provider: 'sandbox',
      amount: 100,
      currency: 'KES',
      reference: 'topup-1',
      customer_phone: '+254712345789',
      metadata: { wallet_customer_id: abebe },
    }),
  );
  await until('the top-up is credited', async () => {
    const { body } = must(await key.get(`/api/v1/wallet-topups/${payment.id}`));
    return body.status === 'credited';
  });
  must(await key.get(path));
}

async function runSacco(staff: Staff, abebe: string, almaz: string): Promise<void> {
  const { key, owner, maker } = staff;
  must(
    await owner.put('/api/v1/sacco/settings', {
      currency: 'KES',
      min_kyc_tier: 1,
      entrance_fee_minor: 25_000,
      min_share_capital_minor: 100_000,
      utc_offset_minutes: 180,
      withdrawal_approval_minor: 500_000,
    }),
  );
  const join = async (customer_id: string): Promise<string> =>
    must(await key.post('/api/v1/sacco/members', { customer_id, pay_entrance_fee: true })).body.id;
  const saver = await join(abebe);
  const at = `/api/v1/sacco/members/${saver}`;
  const money = (amount: string, idempotency_key: string): object => ({ amount, idempotency_key });
  must(await maker.post(`${at}/deposits`, money('80000.00', 'slip-000451')));
  must(await maker.post(`${at}/shares`, { ...money('1000.00', 'slip-000452'), from: 'savings' }));
  const { body: twice } = must(await maker.post(`${at}/deposits`, money('150.00', 'slip-000451-again')));
  const { body: taken_back } = must(
    await maker.post(`/api/v1/sacco/entries/${twice.id}/reverse`, {
      idempotency_key: 'reverse-000451',
      memo: 'typed twice',
    }),
  );
  must(await owner.post(`/api/v1/approvals/${taken_back.approval_id}/approve`, { note: 'slip seen' }));
  const { body: waiting } = must(await maker.post(`${at}/withdrawals`, money('6000.00', 'slip-000453')));
  must(await owner.get(`/api/v1/approvals/${waiting.approval_id}`));
  must(await owner.post(`/api/v1/approvals/${waiting.approval_id}/approve`, { note: 'identity checked' }));
  const { body: counted } = must(
    await maker.post('/api/v1/sacco/cash-adjustments', {
      ...money('20.00', 'count-2026-11-21'),
      direction: 'in',
      memo: 'evening count',
    }),
  );
  must(await owner.post(`/api/v1/approvals/${counted.approval_id}/reject`, { note: 'count again' }));
  const { body: rent } = must(
    await maker.post('/api/v1/sacco/expenses', {
      ...money('1500.00', 'receipt-0087'),
      category: 'Rent',
      memo: 'office, November',
    }),
  );
  must(await owner.post(`/api/v1/approvals/${rent.approval_id}/approve`, { note: 'receipt seen' }));
  must(await key.get('/api/v1/sacco/reports/expenses'));
  must(await key.get('/api/v1/sacco/reports/ratios'));
  must(await key.get('/api/v1/sacco/reports/trends'));
  must(await key.get(at));
  must(await maker.post(`${at}/notes`, { text: 'Asked for a loan for a second cow.' }));
  must(await key.get(`${at}/timeline?limit=3`));
  must(await key.get(`${at}/balances`));
  must(await key.get(`/api/v1/sacco/entries/${waiting.id}`));
  must(await key.get(`/api/v1/sacco/entries/${twice.id}/receipt`));
  const { from, to } = { from: '2026-01-01', to: new Date(Date.now() + DAY_MS).toISOString().slice(0, 10) };
  must(await key.get(`${at}/statement?from=${from}&to=${to}`));
  await saveByProducts(staff, saver);
  must(
    await maker.post(`/api/v1/sacco/members/${await join(almaz)}/exit`, {
      idempotency_key: 'exit-almaz',
      memo: 'moves to another town',
    }),
  );
  for (const name of ['treasury', 'summary']) must(await key.get(`/api/v1/sacco/${name}`));
}

/** Members send money by themselves: with their number, and with numbers of nobody. */
async function takePaybill(
  { key, user, owner, maker, project }: Staff,
  abebe: string,
  gateway: DarajaStandIn,
): Promise<void> {
  const mpesa = `/api/projects/${project}/providers/mpesa`;
  const of_mpesa = { ...gateway.credentials, ...gateway.initiator };
  must(await user.put(`${mpesa}?environment=test`, { credentials: of_mpesa }));
  must(await user.put(`${mpesa}/paybill`, { environment: 'test', enabled: true, reject_unknown: false }));
  const { body: member } = must(await key.post('/api/v1/sacco/members', { customer_id: abebe }));
  const send = async (transaction_id: string, amount: number, account_number: string): Promise<void> => {
    must(
      await key.post('/api/v1/sandbox/paybill', {
        transaction_id,
        amount,
        currency: 'KES',
        account_number,
        phone: '+254712345789',
        name: 'Abebe Bikila',
      }),
    );
  };
  const unallocated = '/api/v1/sacco/unallocated';
  const receiptOf = (transaction_id: string, status: string): Promise<Reply['body']> =>
    until(`${transaction_id} is ${status}`, async () => {
      const { receipts } = must(await key.get(`${unallocated}?status=${status}`)).body;
      return receipts.find(({ reference }: Reply['body']) => reference === transaction_id);
    });
  await send('SKB4A1C2D3', 500, member.member_no);
  await receiptOf('SKB4A1C2D3', 'allocated');
  await send('SKB5E6F7G8', 250.5, 'M0000I');
  const mistyped = await receiptOf('SKB5E6F7G8', 'unallocated');
  const { body: allocated } = must(
    await maker.post(`${unallocated}/${mistyped.id}/allocate`, {
      member_id: member.id,
      purpose: 'savings',
      memo: 'she typed the letter I',
      idempotency_key: 'allocate-SKB5E6F7G8',
    }),
  );
  must(await owner.post(`/api/v1/approvals/${allocated.approval_id}/approve`, { note: 'she called' }));
  await send('SKB9H1J2K3', 75, 'WATER BILL');
  const not_ours = await receiptOf('SKB9H1J2K3', 'unallocated');
  const { body: returned } = must(
    await maker.post(`${unallocated}/${not_ours.id}/refund`, {
      memo: 'meant for another paybill',
      idempotency_key: 'refund-SKB9H1J2K3',
    }),
  );
  must(await owner.post(`/api/v1/approvals/${returned.approval_id}/approve`, { note: 'he asked for it' }));
  await receiptOf('SKB9H1J2K3', 'refunded');
  must(await key.get(`${unallocated}/${not_ours.id}`));
  const confirmations = '/api/v1/paybill-confirmations';
  const { body: entered } = must(
    await maker.post(confirmations, { provider: 'mpesa', transaction_id: 'SKB0L4M5N6' }),
  );
  must(await key.post(`${confirmations}/${entered.id}/sync`));
  must(await key.get(confirmations));
}

/** Present members, a batch from the market day, and what an employer deducts. */
async function bringAlong({ owner, maker, key }: Staff): Promise<void> {
  const imports = '/api/v1/sacco/imports';
  const file = {
    cut_over_date: '2026-01-31',
    members_csv:
      'member_no,full_name,phone,savings,shares\n' +
      'A-001,Hana Tesfaye,+251911300001,1500.00,500.00\nA-002,Yonas Bekele,+251911300002,800.00,500.00\n',
    cash_on_hand_minor: 100_000,
  };
  const doubled = file.members_csv.replace('300002', '300001');
  const { body: checked } = must(await owner.post(imports, { ...file, members_csv: doubled, dry_run: true }));
  must(await key.get(`${imports}/${checked.id}`));
  const request = { ...file, memo: 'as the auditor counted', idempotency_key: 'cut-over' };
  must(await owner.post(imports, request));
  must(await key.get(imports));
  const { body: batch } = must(
    await maker.post('/api/v1/sacco/movement-batches', {
      csv: 'member_no,kind,amount,reference\nM00001,deposit,120.00,R-1\nM00001,share_purchase,30.00,R-2\n',
      source: 'bank',
      account: '1100',
      reference: 'FT26330M4',
      total_minor: 15_000,
      memo: 'collected on the market day',
      idempotency_key: 'market-day-1',
    }),
  );
  must(await key.get(`/api/v1/sacco/movement-batches/${batch.id}`));
  must(await key.get(`/api/v1/sacco/movement-batches/${batch.id}/lines`));
  const employers = '/api/v1/sacco/employers';
  const { body: employer } = must(
    await maker.post(employers, { name: 'Wush Wush Tea', code: 'WUSH', pay_day: 28 }),
  );
  must(await maker.patch(`${employers}/${employer.id}`, { pay_day: 27 }));
  must(
    await maker.patch('/api/v1/sacco/members/M00001', {
      employer_id: employer.id,
      payroll_no: 'P-17',
      contribution: '500.00',
    }),
  );
  const month = new Date().toISOString().slice(0, 7);
  must(await key.get(`${employers}/${employer.id}/advice?month=${month}`));
  const { body: remitted } = must(
    await maker.post(`${employers}/${employer.id}/remittances`, {
      month,
      csv: 'payroll_no,amount\nP-17,400.00\n',
      account: '1100',
      reference: 'FT26330W9',
      total_minor: 40_000,
      memo: 'wages of the month',
      idempotency_key: `wages-${month}`,
    }),
  );
  must(await key.get(`${employers}/${employer.id}/remittances/${remitted.id}`));
  must(await key.get(`/api/v1/sacco/reports/check-off?month=${month}`));
}

/** A bank account, the evening's banking, and the bank's charges. */
async function useBank({ owner, maker, key }: Staff): Promise<void> {
  const accounting = '/api/v1/accounting';
  const { body: account } = must(
    await owner.post(`${accounting}/accounts`, {
      code: '1100',
      name: 'Umoja Bank',
      kind: 'bank',
      currency: 'KES',
    }),
  );
  must(await owner.patch(`${accounting}/accounts/${account.id}`, { name: 'Umoja Bank, current account' }));
  must(await owner.patch(`${accounting}/chart/2000`, { name: 'Member deposits' }));
  const { body: banked } = must(
    await maker.post('/api/v1/sacco/bankings', {
      amount: '1000.00',
      idempotency_key: 'banking-0412',
      direction: 'till_to_bank',
      account: '1100',
      reference: 'slip 0412',
      memo: 'evening of the 24th',
    }),
  );
  must(await owner.post(`/api/v1/approvals/${banked.approval_id}/approve`, { note: 'slip seen' }));
  must(
    await maker.post('/api/v1/sacco/unallocated', {
      amount: '120.00',
      account: '1100',
      reference: 'FT26330K1',
      memo: 'from A. Tadesse, who is no member',
      idempotency_key: 'bank-FT26330K1',
    }),
  );
  const { body: journal } = must(
    await maker.post(`${accounting}/journals`, {
      lines: [
        { account: '5100', debit: '15.00' },
        { account: '1100', credit: '15.00' },
      ],
      memo: "the bank's charges of November",
      reference: 'statement 11',
      idempotency_key: 'journal-0031',
    }),
  );
  must(await owner.post(`/api/v1/approvals/${journal.approval_id}/approve`, { note: 'statement seen' }));
  must(await key.get(`${accounting}/chart`));
}

/** Members are told what happens to their money: here by the sandbox, which sends nothing. */
async function tellMembers({ key, owner, user, project }: Staff, customer: string): Promise<void> {
  const senders = `/api/projects/${project}/senders`;
  const quiet_hours = { from: '21:00', to: '06:30' };
  must(
    await user.put(`${senders}/sms`, {
      environment: 'test',
      sender: 'sandbox',
      language: 'en',
      segment_price: '0.80',
      segment_currency: 'KES',
    }),
  );
  must(await user.put(`${senders}/email`, { environment: 'test', sender: 'sandbox', quiet_hours }));
  must(await user.get(`${senders}?environment=test`));
  const template = '/api/v1/sacco/notification-templates/deposit/en';
  must(
    await owner.put(template, {
      text: 'Dear {{name}}, {{amount}} is in your savings. {{cooperative}}',
      subject: 'Your deposit',
    }),
  );
  must(await key.get(template));
  must(await key.get('/api/v1/sacco/notification-templates?template=deposit'));
  const { members } = must(await key.get('/api/v1/sacco/members')).body;
  const { id } = members.find(({ customer_id }: { customer_id: string }) => customer_id === customer);
  must(await key.put(`/api/v1/sacco/members/${id}/preferences`, { language: 'en', sms: true }));
  must(await key.get(`/api/v1/sacco/members/${id}/preferences`));
  must(
    await key.post(`/api/v1/sacco/members/${id}/deposits`, {
      amount: '250.00',
      idempotency_key: 'told-by-sms-1',
    }),
  );
  const [sent] = await until('the message is delivered', async () => {
    const { notifications } = must(await key.get('/api/v1/notifications?status=delivered')).body;
    return notifications.length > 0 && notifications;
  });
  must(await key.get(`/api/v1/notifications/${sent.id}`));
  must(await key.get('/api/v1/sandbox/outbox'));
}

/** A day at a till; afterwards all cash is one account again. */
async function workTill({ key, owner, maker }: Staff): Promise<void> {
  must(await owner.put('/api/v1/sacco/settings', { tills: 'on' }));
  const { body: till } = must(
    await owner.post('/api/v1/sacco/tills', { name: 'Counter 1', branch: 'Bahir Dar' }),
  );
  const at = `/api/v1/sacco/tills/${till.id}`;
  must(await owner.patch(at, { name: 'Counter A' }));
  const { body: session } = must(
    await maker.post(`${at}/sessions`, { float: '2000.00', idempotency_key: 'float-2026-11-20' }),
  );
  must(await owner.post(`/api/v1/approvals/${session.approval_id}/approve`, { note: 'counted together' }));
  const { body: carried } = must(
    await maker.post('/api/v1/sacco/till-transfers', {
      from: till.id,
      to: 'vault',
      amount: '500.00',
      memo: 'more than the day needs',
      idempotency_key: 'to-the-vault-1',
    }),
  );
  must(await owner.post(`/api/v1/approvals/${carried.approval_id}/approve`, { note: 'received' }));
  must(await owner.post(`${at}/sessions/${session.id}/counts`, { counted: '1500.00' }));
  const { body: closed } = must(
    await maker.post(`${at}/sessions/${session.id}/close`, { count: { '200.00': 7, '100.00': 1 } }),
  );
  must(await owner.post(`/api/v1/approvals/${closed.approval_id}/approve`, { note: 'received' }));
  for (const path of ['tills', `tills/${till.id}`, 'till-sessions', `till-sessions/${session.id}`])
    must(await key.get(`/api/v1/sacco/${path}`));
  must(await owner.put('/api/v1/sacco/settings', { tills: 'off' }));
}

/** Savings products, and what a member saves by them. */
async function saveByProducts({ key, owner, maker }: Staff, member: string): Promise<void> {
  const define = async (terms: object): Promise<string> =>
    must(await owner.post('/api/v1/sacco/savings-products', terms)).body.id;
  const goal = await define({ name: 'School fees', kind: 'regular', notice_days: 7, early_fee_bps: 100 });
  const fixed = await define({
    name: 'Fixed, 90 days',
    kind: 'fixed',
    min_opening: '1000.00',
    rate_bps: 1_000,
    term_days: 90,
    at_maturity: 'pay_out',
  });
  const at = `/api/v1/sacco/members/${member}`;
  const { body: account } = must(await maker.post(`${at}/savings-accounts`, { product_id: goal }));
  must(
    await maker.post(`${at}/savings-transfers`, {
      from_savings_account_id: `sav_${member.slice(4)}`,
      to_savings_account_id: account.id,
      amount: '2500.00',
      memo: 'for the next term',
      idempotency_key: 'school-fees-1',
    }),
  );
  must(
    await maker.post(`${at}/savings-accounts`, {
      product_id: fixed,
      amount: '10000.00',
      from: 'savings',
      idempotency_key: 'fixed-1',
    }),
  );
  const one = `${at}/savings-accounts/${account.id}`;
  must(await maker.post(`${one}/notices`, { amount: '1000.00', idempotency_key: 'notice-1' }));
  const { body: spare } = must(await maker.post(`${at}/savings-accounts`, { product_id: goal }));
  must(await maker.post(`${at}/savings-accounts/${spare.id}/close`));
  must(await owner.post(`/api/v1/sacco/savings-products/${goal}/retire`));
  for (const path of [`${at}/savings-accounts`, one, `${one}/notices`]) must(await key.get(path));
  for (const path of ['savings-products', `savings-products/${fixed}`, 'reports/fees?month=2026-11'])
    must(await key.get(`/api/v1/sacco/${path}`));
}

async function lendAndShare({ key, owner, maker }: Staff, abebe: string): Promise<void> {
  const { body: guarantor } = must(
    await key.post('/api/v1/customers', { full_name: 'Derartu Tulu', phone: '+254712345603' }),
  );
  must(await key.post(`/api/v1/customers/${guarantor.id}/kyc`, { decision: 'approve', tier: 1 }));
  const join = async (customer_id: string): Promise<string> =>
    must(await key.post('/api/v1/sacco/members', { customer_id })).body.id;
  const [member_id, guarantor_id] = [await join(abebe), await join(guarantor.id)];
  must(
    await maker.post(`/api/v1/sacco/members/${guarantor_id}/deposits`, {
      amount: '5000.00',
      idempotency_key: 'slip-000461',
    }),
  );
  const { body: product } = must(
    await owner.post('/api/v1/sacco/loan-products', {
      name: 'Seasonal loan',
      rate_bps: 1_200,
      method: 'declining',
      frequency: 'monthly',
      min_amount_minor: 100_000,
      max_amount_minor: 10_000_000,
      min_term: 1,
      max_term: 12,
      min_guarantors: 1,
      guarantee_coverage_bps: 2_500,
      guarantor_consent: 'required',
      fee_bps: 100,
      penalty_bps: 200,
      grace_days: 3,
    }),
  );
  const { body: applied } = must(
    await maker.post('/api/v1/sacco/loans', {
      member_id,
      product_id: product.id,
      amount_minor: 1_000_000,
      term: 3,
      purpose: 'seed and fertiliser',
      guarantors: [{ member_id: guarantor_id, amount_minor: 250_000 }],
      idempotency_key: 'loan-application-17',
    }),
  );
  const loan = `/api/v1/sacco/loans/${applied.id}`;
  must(
    await maker.post('/api/v1/sacco/loans', {
      dry_run: true,
      member_id,
      product_id: product.id,
      amount_minor: 500_000,
      term: 2,
    }),
  );
  must(await maker.get('/api/v1/sacco/loans?totals=true'));
  const consent = `${loan}/guarantors/${guarantor_id}/consent`;
  must(await maker.post(`${consent}-request`));
  const form = await uploaded(owner, 'signed_form', fileOf('pdf'), 'guarantee-17.pdf');
  must(
    await owner.post(consent, {
      decision: 'consent',
      method: 'in_person',
      memo: 'signed the form in the office',
      file_id: form,
    }),
  );
  const logo_file_id = await uploaded(owner, 'logo', LOGO_PNG, 'umoja.png');
  must(await owner.put('/api/v1/sacco/logo', { logo_file_id }));
  const photo_file_id = await uploaded(key, 'member_photo');
  must(await key.put(`/api/v1/sacco/members/${guarantor_id}/files`, { photo_file_id }));
  must(await owner.post(`/api/v1/approvals/${applied.approval_id}/approve`, { note: 'within the rules' }));
  must(
    await maker.post(`${loan}/repayments`, {
      amount: '2500.00',
      from: 'cash',
      idempotency_key: 'slip-000470',
    }),
  );
  must(await key.get(loan));
  must(await key.get(`${loan}/guarantors/${guarantor_id}`));
  must(await key.get(`${loan}/repayment-split?amount_minor=1000`));
  must(await key.get(`${loan}/history`));
  must(await key.get('/api/v1/sacco/loan-products'));
  must(
    await maker.post(`${loan}/write-off`, { idempotency_key: 'write-off-17', memo: 'the borrower has died' }),
  );
  const { body: declared } = must(
    await maker.post('/api/v1/sacco/dividends', {
      label: 'Dividend 2025',
      period_start: '2025-01-01',
      period_end: '2025-12-31',
      share_rate_bps: 500,
      interest_rebate_bps: 1_000,
      paid_from: 'fee_income',
      idempotency_key: 'dividend-2025',
    }),
  );
  must(
    await maker.post('/api/v1/sacco/dividends', {
      dry_run: true,
      label: 'Dividend 2025',
      period_start: '2025-01-01',
      period_end: '2025-12-31',
      share_rate_bps: 500,
      interest_rebate_bps: 1_000,
      paid_from: 'fee_income',
    }),
  );
  must(await key.get(`/api/v1/sacco/dividends/${declared.id}`));
  const member = `/api/v1/sacco/members/${guarantor_id}`;
  must(await owner.put(`${member}/tax`, { tax_number: 'A012345678Z', exempt: false }));
  must(await key.get(`${member}/tax`));
  const { body: into } = must(await key.get(`${member}/dividend-account`));
  must(await maker.put(`${member}/dividend-account`, { savings_account_id: into.savings_account_id }));
  const agreed = { amount: '500.00', frequency: 'monthly', start_date: '2026-01-31' };
  must(await maker.put(`${member}/contribution`, agreed));
  must(await key.get(`${member}/contribution`));
  const { body: earned } = must(
    await maker.post('/api/v1/sacco/savings-interest', {
      label: 'Interest 2025',
      period_start: '2025-01-01',
      period_end: '2025-12-31',
      rate_bps: 600,
      basis: 'monthly',
      counting: 'closing',
      withholding_tax_bps: 1_500,
      idempotency_key: 'interest-2025',
    }),
  );
  must(await key.get(`/api/v1/sacco/savings-interest/${earned.id}`));
  must(await key.get('/api/v1/sacco/savings-interest'));
  must(
    await maker.post('/api/v1/sacco/tax-remittances', {
      amount: '36.99',
      memo: 'Withheld in October',
      idempotency_key: 'tax-2026-10',
    }),
  );
  for (const name of ['reports/withholding', 'reports/contributions'])
    must(await key.get(`/api/v1/sacco/${name}`));
  must(await key.get(`/api/v1/sacco/dividends/${declared.id}/lines/${member_id}`));
  for (const name of ['loans', 'dividends', 'portfolio', 'summary'])
    must(await key.get(`/api/v1/sacco/${name}`));
  must(await owner.get('/api/v1/sacco/home'));
  must(await owner.get('/api/v1/payments/home'));
  const month = new Date().toISOString().slice(0, 7);
  must(await key.get(`/api/v1/sacco/portfolio/history?from=${month}&to=${month}`));
  const { body: table } = must(await key.get('/api/v1/sacco/provisioning-table'));
  must(await owner.put('/api/v1/sacco/provisioning-table', table));
  must(
    await maker.post('/api/v1/sacco/provisions', {
      idempotency_key: 'provision-17',
      memo: 'end of November',
    }),
  );
  const sheet_date = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);
  for (const report of [
    'ageing',
    'arrears',
    `collection-sheet?date=${sheet_date}`,
    'portfolio?group_by=product',
  ])
    must(await key.get(`/api/v1/sacco/reports/${report}`));
}

/** @returns the id of somebody who has left, and may sign in */
async function oversee({ user, project }: Staff, anyone: Client): Promise<{ id: string; client: Client }> {
  const at = `/api/projects/${project}`;
  const registered = { email: 'sara@umoja.example', password: PASSWORD, name: 'Sara Haile' };
  const { body: leaver } = must(await anyone.post('/api/auth/register', registered));
  const own = anyone.with({ authorization: `Bearer ${leaver.token}` });
  must(await user.post(`${at}/staff`, { email: registered.email, role: 'admin' }));
  const { body: waiting } = must(await own.get('/api/auth/invitations'));
  must(await own.post(`/api/auth/invitations/${waiting.invitations[0].id}/accept`));
  must(
    await own.post(`${at}/api-keys`, {
      environment: 'live',
      name: 'Accounting software',
      expires_at: '2099-12-31T21:00:00Z',
      scopes: ['read'],
      allowed_ips: ['192.0.2.0/24'],
    }),
  );
  must(await user.send('DELETE', `${at}/staff/${leaver.user.id}`, { revoke_keys: true }));
  must(await user.get(`${at}/audit-log`));
  const now = new Date(Date.now() + DAY_MS).toISOString();
  must(await user.post(`${at}/test-clock`, { now }));
  return { id: leaver.user.id, client: own };
}

/** What a platform operator sees. */
async function operate(
  { ctx: { db } }: TestService,
  { id, client }: { id: string; client: Client },
): Promise<void> {
  await db('users').where({ id }).update({ operator: true });
  await db('service_processes').insert({
    machine: 'web-1',
    process_id: 41,
    version: '1.0.0',
    runs: ['web'],
  });
  for (const list of ['users', 'projects', 'processes']) must(await client.get(`/api/operators/${list}`));
}

/** From now on a role that decides waits for a second person. */
async function beStrict({ user, project }: Staff): Promise<void> {
  const at = `/api/projects/${project}`;
  must(await user.patch(at, { strict_approvals: true }));
  must(await user.post(`${at}/staff`, { email: 'dawit@umoja.example', role: 'checker' }));
}

/** The day is over by the test clock. The owner decides on what another manager asks for. */
async function closeBooks({ user, owner, maker, project, key }: Staff): Promise<void> {
  must(await user.post(`/api/projects/${project}/staff`, { email: 'dawit@umoja.example', role: 'admin' }));
  const path = '/api/v1/accounting/periods';
  const asked = must(
    await maker.post(path, {
      end_date: new Date().toISOString().slice(0, 10),
      memo: 'The month is over',
      idempotency_key: 'close-2026-11',
    }),
  ).body;
  must(await owner.post(`/api/v1/approvals/${asked.approval_id}/approve`));
  must(
    await maker.post(`${path}/${asked.id}/reopen`, {
      memo: 'A receipt was found',
      idempotency_key: 'reopen-2026-11',
    }),
  );
  must(await key.get(path));
  must(await key.get(`${path}/${asked.id}`));
}

/** A demo project that has its data: to make them takes longer than the rest of the story. */
async function lookAtDemo({ user, project }: Staff, { ctx }: TestService): Promise<void> {
  await ctx.db('demo_fills').insert({ id: project, status: 'filled', filled_at: new Date() });
  must(await user.get(`/api/projects/${project}/demo`));
  must(await user.post(`/api/projects/${project}/demo`));
}
