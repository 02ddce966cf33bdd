/** Money that comes without a prompt: whose it is, what it is for, and what belongs to nobody yet. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  allocate,
  createSacco,
  decide,
  defineProduct,
  getLoan,
  held,
  letDaysPass,
  moving,
  must,
  newMember,
  newPhone,
  newSaver,
  openLoan,
  receiptOf,
  sendPaybill,
  startService,
  transactionId,
  UNALLOCATED,
  until,
  unallocatedReceipt,
  verifyAll,
  type Client,
  type Sacco,
  type TestService,
} from '../harness/index.ts';
import { expectError, expectInvalid } from '../api/samples.ts';

let service: TestService;
let sacco: Sacco;
let key: Client;

beforeAll(async () => {
  service = await startService({
    workers: ['ledger-postings', 'provider-polls', 'sacco-credits', 'housekeeping'],
  });
  sacco = await createSacco(service);
  key = sacco.project.key;
});
afterAll(async () => {
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});

async function numberOf(member: string): Promise<string> {
  return must(await key.get(`/api/v1/sacco/members/${member}`)).body.member_no;
}

async function settled(reply: Awaited<ReturnType<typeof sendPaybill>>, ...statuses: string[]) {
  expect(reply.status).toBe(202);
  return receiptOf(service.ctx, reply.body.transaction_id, ...statuses);
}

async function unallocatedBalance(): Promise<number> {
  const { accounts } = must(await key.get('/api/v1/ledger/accounts?kind=unallocated&currency=KES')).body;
  return accounts[0]?.balance_minor ?? 0;
}

describe('E1: an account number that is a member number', () => {
  test('goes to the savings of the member, by a payment that says where it came from', async () => {
    const member = await newMember(sacco);
    const reply = await sendPaybill(key, await numberOf(member), '500.00');
    expect(reply.body).toMatchObject({
      provider: 'sandbox',
      amount: '500.00',
      account_number: await numberOf(member),
    });
    const receipt = await settled(reply, 'allocated');
    expect(await held(key, member)).toEqual({ savings: 50_000, shares: 0 });
    const payment = must(await key.get(`/api/v1/payments/${receipt.payment_id}`)).body;
    expect(payment).toMatchObject({
      origin: 'paybill',
      status: 'completed',
      provider: 'sandbox',
      provider_txn_id: reply.body.transaction_id,
      reference: reply.body.transaction_id,
      account_number: await numberOf(member),
      amount: 500,
      customer_phone: '+254712345678',
    });
    const { entries } = must(await key.get(`/api/v1/sacco/members/${member}/entries`)).body;
    expect(entries[0]).toMatchObject({
      kind: 'deposit',
      source: 'payment',
      payment_id: payment.id,
      receipt_id: receipt.id,
      requested_by: { type: 'system' },
    });
    expect(must(await key.get(UNALLOCATED)).body.receipts).toEqual([]);
    expect(must(await key.get(`${UNALLOCATED}/${receipt.id}`)).body).toMatchObject({
      status: 'allocated',
      matched_by: 'member_no',
      member: { id: member },
      credited: '500.00',
      unallocated: '0.00',
    });
    expectError(
      await key.post(`/api/v1/payments/${payment.id}/refunds`, {}),
      409,
      'CONFLICT',
      'not_refundable',
    );
  });

  test.each([
    ['small letters', (no: string) => no.toLowerCase()],
    ['letters of either case', (no: string) => `${no.slice(0, 1).toLowerCase()}${no.slice(1)}`],
    ['spaces', (no: string) => ` ${no.slice(0, 1)} ${no.slice(1)} `],
  ])('also with %s; cents are taken', async (_how, spell) => {
    const member = await newMember(sacco);
    await settled(await sendPaybill(key, spell(await numberOf(member)), '10.05'), 'allocated');
    expect(await held(key, member)).toEqual({ savings: 1_005, shares: 0 });
  });

  test('of a suspended member too', async () => {
    const member = await newMember(sacco);
    must(await key.post(`/api/v1/sacco/members/${member}/suspend`));
    await settled(await sendPaybill(key, await numberOf(member), '10.00'), 'allocated');
    expect(await held(key, member)).toEqual({ savings: 1_000, shares: 0 });
  });
});

describe('E2: an account number that is nobody’s', () => {
  test('is unallocated, and allocated by two people', async () => {
    const member = await newMember(sacco);
    const receipt = await settled(await sendPaybill(key, 'NOBODY', '500.00'), 'unallocated');
    expect(await unallocatedBalance()).toBe(50_000);
    const { receipts } = must(await key.get(UNALLOCATED)).body;
    expect(receipts).toHaveLength(1);
    expect(receipts[0]).toMatchObject({
      id: receipt.id,
      status: 'unallocated',
      amount: '500.00',
      unallocated: '500.00',
      account_number: 'NOBODY',
      payer_name: 'Wanjiru Kamau',
      payer_phone: '+254712345678',
      reason: 'account_number_unknown',
      member: null,
    });
    const asked = await allocate(sacco, receipt.id, { member_id: member });
    expect(asked.status).toBe(202);
    expect(asked.body).toMatchObject({
      kind: 'deposit',
      source: 'unallocated',
      status: 'awaiting_approval',
      amount: '500.00',
      member_id: member,
      receipt_id: receipt.id,
    });
    expect(await held(key, member)).toEqual({ savings: 0, shares: 0 });
    const seen = must(await sacco.checker.get(`/api/v1/approvals/${asked.body.approval_id}`)).body;
    expect(seen).toMatchObject({ may_decide: true, kind: 'deposit', memo: 'She sent the wrong number' });
    expect(seen.effect).toMatchObject({ carries_out: true, warnings: [] });
    expect(
      seen.effect.accounts.map((each: { kind: string; balance_after: string }) => [
        each.kind,
        each.balance_after,
      ]),
    ).toEqual([
      ['unallocated', '0.00'],
      ['member_savings', '500.00'],
    ]);
    expectError(
      await sacco.maker.post(`/api/v1/approvals/${asked.body.approval_id}/approve`),
      403,
      'FORBIDDEN',
    );
    const { entry } = must(await decide(sacco, asked.body.approval_id)).body;
    expect(entry).toMatchObject({ status: 'posted' });
    expect(await held(key, member)).toEqual({ savings: 50_000, shares: 0 });
    expect(await unallocatedBalance()).toBe(0);
    expect(must(await key.get(UNALLOCATED)).body.receipts).toEqual([]);
    expect(must(await key.get(`${UNALLOCATED}?status=allocated`)).body.receipts[0]).toMatchObject({
      id: receipt.id,
    });
    expectError(
      await sacco.maker.post(`/api/v1/sacco/entries/${entry.id}/reverse`, {
        memo: 'x',
        idempotency_key: crypto.randomUUID(),
      }),
      422,
      'UNPROCESSABLE',
      'not_reversible',
    );
  });

  test('a rejected or cancelled allocation leaves it unallocated', async () => {
    const member = await newMember(sacco);
    const receipt = await unallocatedReceipt(service.ctx, key, '20.00');
    for (const end of [
      (id: string) => decide(sacco, id, 'reject', { note: 'not hers' }),
      (id: string) => sacco.maker.post(`/api/v1/approvals/${id}/cancel`),
    ]) {
      const { body } = must(await allocate(sacco, receipt, { member_id: member }));
      expectError(await allocate(sacco, receipt, { member_id: member }), 409, 'CONFLICT', 'receipt_not_open');
      must(await end(body.approval_id));
      expect(must(await key.get(`${UNALLOCATED}/${receipt}`)).body).toMatchObject({
        status: 'unallocated',
        entry_id: null,
      });
    }
    const { body } = must(await allocate(sacco, receipt, { member_id: member, purpose: 'shares' }));
    must(await decide(sacco, body.approval_id));
    expect(await held(key, member)).toEqual({ savings: 0, shares: 2_000 });
  });

  test('the same request again is the same entry, also once it is allocated', async () => {
    const member = await newMember(sacco);
    const receipt = await unallocatedReceipt(service.ctx, key, '20.00');
    const body = { member_id: member, idempotency_key: crypto.randomUUID() };
    const first = must(await allocate(sacco, receipt, body)).body;
    expect(must(await allocate(sacco, receipt, body)).body).toMatchObject({ id: first.id, replayed: true });
    must(await decide(sacco, first.approval_id));
    expect(must(await allocate(sacco, receipt, body)).body).toMatchObject({
      id: first.id,
      status: 'posted',
      replayed: true,
    });
    expectError(
      await allocate(sacco, receipt, { ...body, purpose: 'shares' }),
      409,
      'CONFLICT',
      'idempotency_key_reused',
    );
  });

  test('a member who is leaving when it is decided gets nothing, and it stays unallocated', async () => {
    const member = await newMember(sacco);
    const receipt = await unallocatedReceipt(service.ctx, key, '20.00');
    const { body } = must(await allocate(sacco, receipt, { member_id: member }));
    must(
      await key.post(`/api/v1/sacco/members/${member}/exit`, {
        memo: 'moves',
        idempotency_key: crypto.randomUUID(),
      }),
    );
    const seen = must(await sacco.checker.get(`/api/v1/approvals/${body.approval_id}`)).body;
    expect(seen.effect).toMatchObject({ carries_out: false, warnings: [{ code: 'member_not_active' }] });
    expect(must(await decide(sacco, body.approval_id)).body.entry).toMatchObject({
      status: 'failed',
      error: 'member_not_active',
    });
    expect(must(await key.get(`${UNALLOCATED}/${receipt}`)).body).toMatchObject({ status: 'unallocated' });
    expectError(await allocate(sacco, receipt, { member_id: member }), 409, 'CONFLICT', 'member_not_active');
  });

  test('refusals name what is wrong', async () => {
    const member = await newMember(sacco);
    const receipt = await unallocatedReceipt(service.ctx, key, '20.00');
    expectInvalid(await allocate(sacco, receipt, { member_id: member, purpose: 'dividend' }), 'purpose');
    expectInvalid(await allocate(sacco, receipt, { member_id: member, memo: undefined }), 'memo');
    expectInvalid(
      await allocate(sacco, receipt, { member_id: member, purpose: 'loan_repayment' }),
      'loan_id',
    );
    expectInvalid(
      await allocate(sacco, receipt, { member_id: member, loan_id: 'loan_06AX0000000000000000000000' }),
      'loan_id',
    );
    expectError(
      await allocate(sacco, receipt, {
        member_id: member,
        purpose: 'loan_repayment',
        loan_id: 'loan_06AX0000000000000000000000',
      }),
      422,
      'UNPROCESSABLE',
      'loan_not_open',
    );
    expectError(
      await allocate(sacco, receipt, { member_id: 'mem_06AX0000000000000000000000' }),
      404,
      'NOT_FOUND',
    );
    const other = await createSacco(service);
    expectError(await allocate(other, receipt, { member_id: member }), 404, 'NOT_FOUND');
    expectError(await other.project.key.get(`${UNALLOCATED}/${receipt}`), 404, 'NOT_FOUND');
    expectError(await allocate(sacco, receipt, { member_id: await newMember(other) }), 404, 'NOT_FOUND');
    expect(must(await other.project.key.get(UNALLOCATED)).body.receipts).toEqual([]);
  });
});

describe('E3: one transaction', () => {
  test('sent twice, and ten times at once, is one payment', async () => {
    const member = await newMember(sacco);
    const account = await numberOf(member);
    const transaction_id = transactionId();
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => sendPaybill(key, account, '70.00', { transaction_id })),
    );
    expect(new Set(replies.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    await receiptOf(service.ctx, transaction_id, 'allocated');
    must(await sendPaybill(key, account, '70.00', { transaction_id }));
    must(await sendPaybill(key, 'NOBODY', '71.00', { transaction_id }));
    expect(await held(key, member)).toEqual({ savings: 7_000, shares: 0 });
    const { payments } = must(await key.get(`/api/v1/payments?reference=${transaction_id}`)).body;
    expect(payments).toHaveLength(1);
  });

  test('is another one in another project', async () => {
    const other = await createSacco(service);
    const transaction_id = transactionId();
    must(await sendPaybill(key, 'NOBODY', '1.00', { transaction_id }));
    must(await sendPaybill(other.project.key, 'NOBODY', '2.00', { transaction_id }));
    await until(
      'both came',
      async () =>
        (await service.ctx.db('sacco_receipts').where({ reference: transaction_id, status: 'unallocated' }))
          .length === 2,
    );
    const { receipts } = must(await other.project.key.get(UNALLOCATED)).body;
    expect(receipts).toMatchObject([{ reference: transaction_id, unallocated: '2.00' }]);
  });

  test('comes also where the merchant has used its id as a reference', async () => {
    const transaction_id = transactionId();
    must(
      await key.post('/api/v1/payments', {
        provider: 'manual',
        amount: 1,
        currency: 'KES',
        reference: transaction_id,
      }),
    );
    const member = await newMember(sacco);
    await settled(await sendPaybill(key, await numberOf(member), '3.00', { transaction_id }), 'allocated');
    expect(await held(key, member)).toEqual({ savings: 300, shares: 0 });
  });
});

describe('E4 over HTTP: what the sandbox says of a transaction', () => {
  const outcome = async (suffix: string) => {
    const member = await newMember(sacco);
    const phone = `+254712345${suffix}`;
    const { body } = must(await sendPaybill(key, await numberOf(member), '9.00', { phone }));
    const read = async () => must(await key.get(`/api/v1/paybill-confirmations/${body.id}`)).body;
    return { member, read, transaction_id: body.transaction_id as string };
  };

  test.each([
    ['029', 'unknown'],
    ['048', 'not_paid'],
  ])('a phone that ends with %s: %s, nothing is booked, and it is logged', async (suffix, error) => {
    const { member, read, transaction_id } = await outcome(suffix);
    await until('it is refused', async () => (await read()).status === 'refused');
    expect(await read()).toMatchObject({ error, payment_id: null, next_attempt_at: null });
    expect(await held(key, member)).toEqual({ savings: 0, shares: 0 });
    expect(must(await key.get(`/api/v1/payments?reference=${transaction_id}`)).body.payments).toEqual([]);
    const { audit_log } = must(
      await sacco.project.owner.client.get(`/api/projects/${sacco.project.id}/audit-log?environment=test`),
    ).body;
    expect(audit_log[0]).toMatchObject({
      action: 'paybill.confirmation_refused',
      details: { transaction_id, error },
    });
  });

  test('129: nothing yet, and it is asked again', async () => {
    const { member, read } = await outcome('129');
    const asked = await until('it was asked about', async () => {
      const found = await read();
      return new Date(found.next_attempt_at).getTime() > Date.now() + 11_000 ? found : null;
    });
    expect(asked).toMatchObject({ status: 'pending', error: null });
    expect(await held(key, member)).toEqual({ savings: 0, shares: 0 });
    const { confirmations } = must(await key.get('/api/v1/paybill-confirmations?status=pending')).body;
    expect(confirmations.map(({ id }: { id: string }) => id)).toContain(asked.id);
  });
});

describe('whose the money is', () => {
  test('what was written in letters of either case names one member, or nobody', async () => {
    const other = await createSacco(service);
    const { key: its_key } = other.project;
    const join = async (member_no: string): Promise<string> => {
      const { body: customer } = must(
        await its_key.post('/api/v1/customers', { full_name: member_no, phone: newPhone() }),
      );
      must(await its_key.post(`/api/v1/customers/${customer.id}/kyc`, { decision: 'approve', tier: 1 }));
      const joined = await its_key.post('/api/v1/sacco/members', { customer_id: customer.id, member_no });
      return must(joined).body.id;
    };
    const member = await join('Mb-001');
    await settled(await sendPaybill(its_key, 'MB-001', '1.00'), 'allocated');
    await settled(await sendPaybill(its_key, 'mb-001', '2.00'), 'allocated');
    expect(await held(its_key, member)).toEqual({ savings: 300, shares: 0 });
  });

  test('the id of a loan repays it, and the rest is saved', async () => {
    const member = await newSaver(sacco, 100_000);
    const loan = await openLoan(sacco, {
      product_id: await defineProduct(sacco),
      member_id: member,
      amount_minor: 20_000,
    });
    const before = await held(key, member);
    await settled(await sendPaybill(key, loan.toUpperCase(), '150.00'), 'allocated');
    expect(await getLoan(sacco, loan)).toMatchObject({ status: 'open', outstanding_minor: 5_000 });
    const { paybill_account_number } = await getLoan(sacco, loan);
    expect(paybill_account_number).toBe(loan.slice(-12));
    // As it is typed on a phone, with a letter for a digit.
    const typed = ` ${paybill_account_number.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l')}`;
    await settled(await sendPaybill(key, typed, '80.00'), 'allocated');
    expect(await getLoan(sacco, loan)).toMatchObject({ status: 'closed' });
    expect(await held(key, member)).toEqual({ ...before, savings: (before['savings'] as number) + 3_000 });
    // It is closed: its borrower saves.
    await settled(await sendPaybill(key, loan, '10.00'), 'allocated');
    expect(await held(key, member)).toEqual({ ...before, savings: (before['savings'] as number) + 4_000 });
  });

  test('a phone counts where the settings say so: typed, or of the payer', async () => {
    // An end that chooses no outcome of the sandbox.
    const phone = `${newPhone().slice(0, -3)}789`;
    const other = await createSacco(service);
    const { key: its_key } = other.project;
    const { body: customer } = must(
      await its_key.post('/api/v1/customers', { full_name: 'By phone', phone }),
    );
    must(await its_key.post(`/api/v1/customers/${customer.id}/kyc`, { decision: 'approve', tier: 1 }));
    const { body: member } = must(await its_key.post('/api/v1/sacco/members', { customer_id: customer.id }));
    await settled(await sendPaybill(its_key, phone, '1.00'), 'unallocated');
    must(await other.admin.put('/api/v1/sacco/settings', { paybill_match_phone: true }));
    await settled(await sendPaybill(its_key, phone.slice(1), '2.00'), 'allocated');
    await settled(await sendPaybill(its_key, 'whatever', '4.00', { phone }), 'allocated');
    await settled(await sendPaybill(its_key, 'whatever', '8.00'), 'unallocated');
    expect(await held(its_key, member.id)).toEqual({ savings: 600, shares: 0 });
  });

  test('a member who has left, or is leaving, gets nothing', async () => {
    const member = await newMember(sacco);
    must(
      await key.post(`/api/v1/sacco/members/${member}/exit`, {
        memo: 'moves',
        idempotency_key: crypto.randomUUID(),
      }),
    );
    const receipt = await settled(await sendPaybill(key, await numberOf(member), '5.00'), 'unallocated');
    expect(receipt['reason']).toBe('member_not_active');
  });

  test('another currency than the cooperative’s is unallocated in its own, and cannot be allocated', async () => {
    const member = await newMember(sacco);
    const receipt = await settled(
      await sendPaybill(key, await numberOf(member), '5.00', { currency: 'USD' }),
      'unallocated',
    );
    expect(receipt['reason']).toBe('currency_mismatch');
    expectError(
      await allocate(sacco, receipt.id, { member_id: member }),
      422,
      'UNPROCESSABLE',
      'currency_mismatch',
    );
  });

  test('without a cooperative it stays the merchant’s', async () => {
    const { project } = await createSacco(service);
    await service.ctx.db('sacco_settings').where({ project_id: project.id }).delete();
    const { body } = must(await sendPaybill(project.key, 'M00001', '9.00'));
    await until('it is booked', async () => {
      const { payments } = must(
        await project.key.get(`/api/v1/payments?reference=${body.transaction_id}`),
      ).body;
      return (
        payments[0] &&
        (await service.ctx.db('postings').where({ payment_id: payments[0].id, status: 'posted' }).first())
      );
    });
    expect(await service.ctx.db('sacco_receipts').where({ project_id: project.id })).toEqual([]);
    must(await project.session.put('/api/v1/sacco/settings', { currency: 'KES' }));
  });
});

describe('what the money is for', () => {
  async function lent(
    settings: object,
  ): Promise<{ its: Sacco; member: string; no: string; loans: string[] }> {
    const its = await createSacco(service, settings);
    const member = await newSaver(its, 1_000_000);
    const product = await defineProduct(its, { rate_bps: 1_200, method: 'flat' });
    const loans = [
      await openLoan(its, { product_id: product, member_id: member, amount_minor: 30_000, term: 3 }),
      await openLoan(its, { product_id: product, member_id: member, amount_minor: 12_000, term: 3 }),
    ];
    const { member_no: no } = must(await its.project.key.get(`/api/v1/sacco/members/${member}`)).body;
    return { its, member, no, loans };
  }

  test('overdue loans by due date, then savings', async () => {
    const { its, member, no, loans } = await lent({ paybill_waterfall: ['overdue_loans', 'savings'] });
    const saved = async () => (await held(its.project.key, member))['savings'] as number;
    const at_first = await saved();
    await settled(await sendPaybill(its.project.key, no, '10.00'), 'allocated');
    expect(await saved()).toBe(at_first + 1_000);
    // The first installments are overdue: 103.00 and 41.20.
    await letDaysPass(service, its, 35);
    await settled(await sendPaybill(its.project.key, no, '150.00'), 'allocated');
    const [one, two] = await Promise.all(loans.map((id) => getLoan(its, id)));
    expect(one.schedule[0]).toMatchObject({ unpaid: '0.00', status: 'paid' });
    expect(two.schedule[0]).toMatchObject({ unpaid: '0.00', status: 'paid' });
    expect(await saved()).toBe(at_first + 1_000 + 15_000 - 10_300 - 4_120);
  });

  test('loans that are not overdue, shares up to what is expected, and what is last takes the rest', async () => {
    const { its, member, no, loans } = await lent({
      paybill_waterfall: ['current_loans', 'shares', 'savings'],
    });
    must(await its.admin.put('/api/v1/sacco/settings', { min_share_capital_minor: 2_000 }));
    const before = await held(its.project.key, member);
    await settled(await sendPaybill(its.project.key, no, '200.00'), 'allocated');
    // The principal of the next installments, 100.00 and 40.00; interest is not due yet.
    const [one, two] = await Promise.all(loans.map((id) => getLoan(its, id)));
    expect([one.outstanding_minor, two.outstanding_minor]).toEqual([20_000, 8_000]);
    expect(await held(its.project.key, member)).toEqual({
      savings: (before['savings'] as number) + 4_000,
      shares: 2_000,
    });
    must(await its.admin.put('/api/v1/sacco/settings', { paybill_waterfall: ['overdue_loans', 'shares'] }));
    await settled(await sendPaybill(its.project.key, no, '7.00'), 'allocated');
    expect(await held(its.project.key, member)).toMatchObject({ shares: 2_700 });
    // Loans that are last take up to their payoff, and the rest is saved.
    must(await its.admin.put('/api/v1/sacco/settings', { paybill_waterfall: ['overdue_loans'] }));
    await settled(await sendPaybill(its.project.key, no, '300.00'), 'allocated');
    expect(await Promise.all(loans.map(async (id) => (await getLoan(its, id)).status))).toEqual([
      'closed',
      'closed',
    ]);
    expect(await held(its.project.key, member)).toEqual({
      savings: (before['savings'] as number) + 4_000 + 2_000,
      shares: 2_700,
    });
  });

  test('unallocated money repays a loan: what is above the payoff is saved, and a closed one is refused', async () => {
    const { its, member, loans } = await lent({});
    const { key: its_key } = its.project;
    const [loan] = loans as [string];
    const at_first = (await held(its_key, member))['savings'] as number;
    const receipts = [
      await unallocatedReceipt(service.ctx, its_key, '100.00'),
      await unallocatedReceipt(service.ctx, its_key, '250.00'),
      await unallocatedReceipt(service.ctx, its_key, '10.00'),
    ] as const;
    const asked = [];
    for (const id of receipts)
      asked.push(
        must(await allocate(its, id, { member_id: member, purpose: 'loan_repayment', loan_id: loan })).body,
      );
    const [first, second, third] = asked as [(typeof asked)[0], (typeof asked)[0], (typeof asked)[0]];
    const { effect } = must(await its.checker.get(`/api/v1/approvals/${first.approval_id}`)).body;
    expect(effect).toMatchObject({ carries_out: true });
    expect(effect.accounts.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual([
      'loan_principal',
      'unallocated',
    ]);
    expect(must(await decide(its, first.approval_id)).body.entry).toMatchObject({
      status: 'posted',
      kind: 'loan_repayment',
    });
    expect(await getLoan(its, loan)).toMatchObject({ outstanding_minor: 20_000 });
    expect(must(await decide(its, second.approval_id)).body.entry).toMatchObject({ status: 'posted' });
    expect(await getLoan(its, loan)).toMatchObject({ status: 'closed' });
    expect((await held(its_key, member))['savings']).toBe(at_first + 5_000);
    expect(must(await decide(its, third.approval_id)).body.entry).toMatchObject({
      status: 'failed',
      error: 'loan_not_open',
    });
    expect(must(await its_key.get(UNALLOCATED)).body.receipts).toMatchObject([
      { id: receipts[2], unallocated: '10.00' },
    ]);
  });

  test('settings are refused where money would have no place to go', async () => {
    const put = (paybill_waterfall: unknown) =>
      sacco.admin.put('/api/v1/sacco/settings', { paybill_waterfall });
    for (const wrong of [[], ['savings', 'shares'], ['shares', 'shares'], ['loans'], 'savings'])
      expectError(await put(wrong), 400, 'VALIDATION_ERROR');
    expect(must(await put(['overdue_loans', 'current_loans', 'shares', 'savings'])).body).toMatchObject({
      paybill_waterfall: ['overdue_loans', 'current_loans', 'shares', 'savings'],
      paybill_match_phone: false,
    });
    must(await put(['savings']));
    const { audit_log } = must(
      await sacco.project.owner.client.get(`/api/projects/${sacco.project.id}/audit-log?environment=test`),
    ).body;
    expect(audit_log[0]).toMatchObject({
      action: 'sacco.settings_changed',
      details: { changes: { paybill_waterfall: { to: 'savings' } } },
    });
  });
});

describe('the sandbox’s door', () => {
  test('is in the test environment only', async () => {
    expectError(
      await sendPaybill(sacco.project.live_key, 'M00001', '1.00'),
      422,
      'UNPROCESSABLE',
      'provider_not_configured',
    );
  });

  test('refuses what is no payment', async () => {
    expectInvalid(await sendPaybill(key, 'M00001', '0.00'), 'amount');
    expectInvalid(await sendPaybill(key, 'M00001', '1.000'), 'amount');
    expectInvalid(await sendPaybill(key, 'M00001', '1.00', { phone: 'none' }), 'phone');
    expectInvalid(await sendPaybill(key, 'M00001', '1.00', { transaction_id: 'a b' }), 'transaction_id');
    expectInvalid(await sendPaybill(key, 'M00001', '1.00', { currency: 'XYZ' }), 'currency');
  });
});

test('a withdrawal of money that came by paybill is a withdrawal like any other', async () => {
  const member = await newMember(sacco);
  must(await sacco.maker.post(`/api/v1/sacco/members/${member}/deposits`, moving(1_000)));
  await settled(await sendPaybill(key, await numberOf(member), '5.00'), 'allocated');
  expect(must(await key.post(`/api/v1/sacco/members/${member}/withdrawals`, moving(1_000))).body.status).toBe(
    'posted',
  );
  expect(await held(key, member)).toEqual({ savings: 500, shares: 0 });
});
