/** A day of a cooperative in the words of the SDK: what the story of the harness asks for as staff, or not at all. */
import { isReason, type Ushirika } from '@ushirika/sdk';
import { expect } from 'vitest';
import { until } from '../harness/index.ts';

export interface Office {
  client: Ushirika;
  /** With a key that may send money. */
  payer: Ushirika;
  /** What only staff may do. */
  approve: (approval_id: string | null) => Promise<void>;
  product_id: string;
  /** Of savings, with notice. */
  savings_product_id: string;
  /** The code of a bank account. */
  bank: string;
  /** A till, and a session there that came to nothing. */
  till_session: { id: string; till: string };
  /** Where webhooks may be sent to; nobody need listen. */
  receiver_url: string;
}

export async function spendDay(office: Office): Promise<void> {
  const [saver, guarantor] = await serveMembers(office);
  await sendMoney(office, saver);
  await saveByProducts(office, saver);
  await lend(office, saver, guarantor);
  await useBank(office);
  await checkOff(office, saver);
  await share(office);
  await earn(office, guarantor);
  await leave(office, guarantor);
  await collect(office);
  await seeTills(office);
  await tellMembers(office, saver);
  await moveMoney(office);
  await sendEvents(office);
}

/** An API key reads tills and sessions; opening and counting are for people. */
async function seeTills({ client, till_session }: Office): Promise<void> {
  const { id, till } = till_session;
  expect((await client.sacco.tills.get(till)).balanceMinor).toBe(0);
  expect((await client.sacco.tills.list()).items.map((each) => each.id)).toEqual([till]);
  expect((await client.sacco.tillSessions.list({ till })).items.map((each) => each.id)).toEqual([id]);
  expect((await client.sacco.tillSessions.get(id)).status).toBe('cancelled');
}

/** Senders and texts are for people; an API key reads what was sent, and says what members want. */
async function tellMembers({ client }: Office, member: string): Promise<void> {
  const { sacco, notifications } = client;
  expect((await sacco.members.preferences.put(member, { language: 'sw', sms: false })).sms).toBe(false);
  expect((await sacco.members.preferences.get(member)).language).toBe('sw');
  const { notificationTemplates } = await sacco.notificationTemplates.list({ template: 'deposit' });
  expect(notificationTemplates.map(({ language }) => language)).toEqual(['en', 'sw', 'am']);
  expect((await sacco.notificationTemplates.get('deposit', 'sw')).variables).toContain('amount');
  for (const { id } of (await notifications.list({ memberId: member })).items)
    expect((await notifications.get(id)).memberId).toBe(member);
  await client.sandbox.outbox({ memberId: member });
}

/** Imports, batches and remittances are for people; an API key keeps the employers and reads what came. */
async function checkOff({ client }: Office, member: string): Promise<void> {
  const { sacco } = client;
  const employer = await sacco.employers.create({ name: 'Rift Dairy', code: 'RIFT', payDay: 28 });
  expect((await sacco.employers.update(employer.id, { payDay: 27 })).payDay).toBe(27);
  expect((await sacco.employers.get(employer.id)).code).toBe('RIFT');
  expect((await sacco.employers.list()).items.map(({ id }) => id)).toContain(employer.id);
  const month = new Date().toISOString().slice(0, 7);
  expect((await sacco.employers.advice(employer.id, { month })).rows).toEqual([]);
  expect((await sacco.employers.remittances.list(employer.id)).items).toEqual([]);
  const employed = await sacco.members.update(member, { employerId: employer.id, payrollNo: 'P-17' });
  expect(employed).toMatchObject({ id: member, payrollNo: 'P-17' });
  await sacco.reports.checkOff({ month });
  expect((await sacco.movementBatches.list()).items).toEqual([]);
}

async function expectReason(promise: PromiseLike<unknown>, reason: string): Promise<void> {
  const error = await Promise.resolve(promise).catch((thrown: unknown) => thrown);
  expect(isReason(error, reason), String(error)).toBe(true);
}

async function newCustomer({ client }: Office, phone: string): Promise<string> {
  const customer = await client.customers.create({ fullName: `Customer ${phone}`, phone });
  await client.customers.kyc.decide(customer.id, { decision: 'approve', tier: 1 });
  return customer.id;
}

async function serveMembers(office: Office): Promise<[string, string]> {
  const { client } = office;
  const ids: string[] = [];
  for (const phone of ['+254712345701', '+254712345702']) {
    const member = await client.sacco.members.join({ customerId: await newCustomer(office, phone) });
    const key = { idempotencyKey: `slip-${phone}` };
    const deposit = await client.sacco.members.deposit(member.id, { amountMinor: 500_000 }, key);
    expect(deposit).toMatchObject({ status: 'posted', amount: '5000.00', replayed: false });
    const again = await client.sacco.members.deposit(member.id, { amountMinor: 500_000 }, key).withResponse();
    expect(again).toMatchObject({ status: 200, replayed: true, data: { id: deposit.id, replayed: true } });
    await client.sacco.members.buyShares(member.id, { amountMinor: 100_000, from: 'savings' });
    ids.push(member.id);
  }
  const [saver = '', guarantor = ''] = ids;
  const poor = await client.sacco.members.withdraw(saver, { amountMinor: 1_000_000 });
  expect(poor).toMatchObject({ status: 'failed', error: 'insufficient_savings' });
  await client.sacco.members.suspend(saver);
  expect((await client.sacco.members.reactivate(saver)).status).toBe('active');
  expect((await client.sacco.members.list({ status: 'active' })).items.map(({ id }) => id)).toContain(saver);
  expect((await client.sacco.members.listEntries(saver)).items[0]?.id).toBe(poor.id);
  const note = await client.sacco.members.writeNote(saver, { text: 'asked for a loan' });
  const [newest_of_all, before] = (await client.sacco.members.timeline(saver)).items;
  expect(newest_of_all).toMatchObject({ kind: 'note', id: note.id, text: 'asked for a loan' });
  expect(before).toMatchObject({ kind: 'movement', id: poor.id, status: 'failed' });
  const held = await client.sacco.members.balances(saver);
  expect(held.accounts.map(({ balances }) => balances.at(-1)?.balanceMinor)).toEqual([400_000, 100_000]);
  expect((await client.sacco.entries.list({ limit: 1 })).items[0]?.id).toBe(poor.id);
  expect((await client.sacco.settings.get()).currency).toBe('KES');
  const csv = await client.sacco.members.statementCsv(saver, { from: '2020-01-01', to: '2099-12-31' });
  expect(csv).toMatch(/^account,date,entry_id/);
  const period = { from: '2020-01-01', to: '2099-12-31', language: 'am' } as const;
  expectPdf(await client.sacco.members.statementPdf(saver, period));
  const [newest] = (await client.sacco.entries.list({ status: 'posted', limit: 1 })).items;
  const entry = newest?.id ?? '';
  expect(await client.sacco.entries.receipt(entry)).toMatchObject({ receiptNo: entry, reversed: false });
  expectPdf(await client.sacco.entries.receiptPdf(entry, { size: 'a5' }));

  const spent = await client.sacco.expenses.create({ amountMinor: 500, category: 'Fuel', memo: 'motorbike' });
  await office.approve(spent.approvalId);
  expect((await client.sacco.reports.expenses()).categories).toEqual([
    { category: 'Fuel', amount: '5.00', amountMinor: 500 },
  ]);

  const typed_twice = await client.sacco.members.deposit(saver, { amountMinor: 100 });
  const reversal = await client.sacco.entries.reverse(typed_twice.id, { memo: 'typed twice' });
  expect([reversal.kind, reversal.reversesEntryId]).toEqual(['reversal', typed_twice.id]);
  await office.approve(reversal.approvalId);
  expect((await client.sacco.entries.get(typed_twice.id)).reversedByEntryId).toBe(reversal.id);

  const counted = await client.sacco.cashAdjustments.create({
    amountMinor: 500,
    direction: 'in',
    memo: 'count',
  });
  expect(counted.status).toBe('awaiting_approval');
  expect((await client.approvals.get(counted.approvalId ?? '')).entryId).toBe(counted.id);
  expect((await client.approvals.list({ status: 'pending' })).items.map(({ id }) => id)).toContain(
    counted.approvalId,
  );
  expect((await client.approvals.cancel(counted.approvalId ?? '')).status).toBe('cancelled');
  await expectReason(client.approvals.cancel(counted.approvalId ?? ''), 'already_decided');
  const content = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70, 0, 1, 1]);
  const photo = await client.files.upload({ purpose: 'member_photo', name: 'saver.jpg', content });
  expect(photo).toMatchObject({ contentType: 'image/jpeg', sizeBytes: content.length, belongsTo: null });
  const pictured = await client.sacco.members.putFiles(saver, { photoFileId: photo.id });
  expect(pictured.photoFileId).toBe(photo.id);
  expect((await client.files.get(photo.id)).belongsTo).toEqual({ type: 'member', id: saver });
  return [saver, guarantor];
}

/** What came without a prompt: some is a member's, some goes back; and the merchant's own. */
async function sendMoney({ client, payer, approve }: Office, member: string): Promise<void> {
  const phone = '+254712345789';
  const receive = async (transactionId: string) => {
    const paid = {
      transactionId,
      amountMinor: 10_000,
      currency: 'KES',
      accountNumber: 'NOBODY',
      phone,
    } as const;
    await client.sandbox.paybill(paid);
    return until('it is unallocated', async () => {
      const { items } = await client.sacco.unallocated.list({ status: 'unallocated' });
      return items.find(({ reference }) => reference === transactionId);
    });
  };
  const hers = await receive('DAY1');
  const [told] = (await client.paybillConfirmations.list({ status: 'confirmed' })).items;
  expect(await client.paybillConfirmations.get(told?.id ?? '')).toMatchObject({
    transactionId: 'DAY1',
    paymentId: hers.paymentId,
  });
  const to = { memberId: member, purpose: 'savings', memo: 'she called' } as const;
  await approve((await client.sacco.unallocated.allocate(hers.id, to)).approvalId);
  expect((await client.sacco.unallocated.get(hers.id)).status).toBe('allocated');
  const not_ours = await receive('DAY2');
  await approve((await payer.sacco.unallocated.refund(not_ours.id, { memo: 'not ours' })).approvalId);
  await until(
    'it is sent back',
    async () => (await client.sacco.unallocated.get(not_ours.id)).status === 'refunded',
  );

  const funds = { provider: 'sandbox', amountMinor: 500, currency: 'KES', customerPhone: phone } as const;
  const { id } = await client.payments.create({ ...funds, reference: 'funds' });
  await until('it is booked', async () => {
    const { items } = await client.ledger.postings.list({ status: 'posted' });
    return items.some(({ paymentId }) => paymentId === id);
  });
  const asked = { provider: 'sandbox', currency: 'KES', to: { phone } } as const;
  const paid = await payer.payouts.create({ ...asked, amountMinor: 100, reference: 'rent' });
  await until('it is paid', async () => (await client.payouts.get(paid.id)).status === 'succeeded');
  expect((await payer.payouts.sync(paid.id)).status).toBe('succeeded');
  const large = await payer.payouts.create({ ...asked, amountMinor: 400, reference: 'more rent' });
  expect(large.status).toBe('awaiting_approval');
  expect((await payer.payouts.cancel(large.id)).status).toBe('cancelled');
}

async function saveByProducts({ client, savings_product_id }: Office, member: string): Promise<void> {
  const { savingsAccounts, members } = client.sacco;
  const account = await savingsAccounts.open(member, { productId: savings_product_id });
  const own = (await members.get(member)).savingsAccounts[0]?.id ?? '';
  const moved = await members.transferSavings(member, {
    fromSavingsAccountId: own,
    toSavingsAccountId: account.id,
    amountMinor: 1_000,
  });
  expect(moved).toMatchObject({ status: 'posted', toSavingsAccountId: account.id });
  const notice = await savingsAccounts.giveNotice(member, account.id, { amountMinor: 500 });
  expect(notice.status).toBe('running');
  expect((await savingsAccounts.listNotices(member, account.id)).items).toHaveLength(1);
  expect((await savingsAccounts.get(member, account.id)).balanceMinor).toBe(1_000);
  // Shares need no notice.
  const shares = { from: 'savings', savingsAccountId: account.id, amountMinor: 1_000 } as const;
  expect((await members.buyShares(member, shares)).status).toBe('posted');
  expect((await savingsAccounts.close(member, account.id)).status).toBe('closed');
  expect((await savingsAccounts.list(member)).items).toHaveLength(2);
}

function expectPdf(bytes: Uint8Array): void {
  expect(new TextDecoder('latin1').decode(bytes.subarray(0, 5))).toBe('%PDF-');
  expect(new TextDecoder('latin1').decode(bytes.subarray(-7))).toContain('%%EOF');
}

async function lend(
  { client, approve, product_id }: Office,
  memberId: string,
  guarantor: string,
): Promise<void> {
  const loan = { memberId, productId: product_id, amountMinor: 200_000, term: 2 };
  const guarantors = [{ memberId: guarantor, amountMinor: 100_000 }];
  const preview = await client.sacco.loans.preview({ ...loan, guarantors });
  expect(preview.schedule).toHaveLength(2);
  expect(preview.checks.filter(({ met }) => !met)).toEqual([]);
  const applied = await client.sacco.loans.apply({ ...loan, guarantors });
  await approve(applied.approvalId);
  expect((await client.sacco.loanProducts.get(product_id)).id).toBe(product_id);
  const guarantee = await client.sacco.loans.guarantee(applied.id, guarantor);
  expect(guarantee).toMatchObject({ amountMinor: 100_000, borrower: { id: memberId } });
  expectPdf(await client.sacco.loans.guaranteePdf(applied.id, guarantor));
  // The product asks no guarantor.
  await expectReason(client.sacco.loans.requestConsent(applied.id, guarantor), 'consent_closed');
  const answer = { decision: 'consent', code: '123456' } as const;
  await expectReason(client.sacco.loans.decideConsent(applied.id, guarantor, answer), 'consent_closed');
  expectPdf(await client.sacco.loans.getPdf(applied.id, { language: 'sw' }));
  expect((await client.sacco.loans.history(applied.id)).loanId).toBe(applied.id);
  const split = await client.sacco.loans.split(applied.id, { amountMinor: 1_000 });
  expect(Number(split.penaltyMinor) + Number(split.interestMinor) + Number(split.principalMinor)).toBe(1_000);
  const repaid = await client.sacco.loans.repay(applied.id, { amountMinor: 1_000, from: 'cash' });
  expect(repaid.status).toBe('posted');
  expect((await client.sacco.provisioningTable.get()).classes[0]).toMatchObject({ fromDays: 0 });
  const { reports } = client.sacco;
  expect((await reports.trends()).months.at(-1)).toMatchObject({ collectedMinor: 1_000 });
  expect((await reports.ageing()).classes[0]).toMatchObject({ loans: 1, overdueMinor: 0 });
  expect((await reports.arrears({ minDays: 1 })).arrears).toEqual([]);
  expect((await reports.collectionSheet()).loans).toEqual([]);
  expect((await reports.portfolio({ groupBy: 'product' })).groups).toHaveLength(1);
  const provided = await client.sacco.provisions.create({ memo: 'end of the month' });
  await approve(provided.approvalId);
  expect((await reports.ageing()).allowanceMinor).toBe(provided.amountMinor);
  const writeOff = await client.sacco.loans.writeOff(applied.id, { memo: 'cannot be found' });
  await approve(writeOff.approvalId);
  expect((await client.sacco.loans.get(applied.id)).status).toBe('written_off');
}

async function useBank({ client, approve, bank }: Office): Promise<void> {
  const banked = await client.sacco.bankings.create({
    amountMinor: 20_000,
    direction: 'till_to_bank',
    account: bank,
    reference: 'slip 7',
    memo: 'evening',
  });
  expect(banked).toMatchObject({ status: 'awaiting_approval', account: { code: bank } });
  await approve(banked.approvalId);
  expect((await client.sacco.treasury()).banksMinor).toBe(20_000);
  expect((await client.sacco.home()).cooperative?.months.at(-1)?.cashMinor).toBeDefined();
  const { accounts } = await client.accounting.chart.get();
  expect(accounts.find(({ code }) => code === bank)).toMatchObject({ kind: 'bank', balanceMinor: 20_000 });
  const found = { amountMinor: 700, account: bank, reference: 'FT 1', memo: 'from J. Kamau' };
  expect((await client.sacco.unallocated.create(found)).status).toBe('posted');
  const { ratios } = await client.sacco.reports.ratios();
  expect(ratios.find(({ code }) => code === 'liquid_to_savings')?.met).toBe(true);
}

async function share({ client, approve }: Office): Promise<void> {
  const declaration = {
    label: 'second day',
    periodStart: '2026-01-01',
    periodEnd: '2026-01-31',
    shareRateBps: 1,
    interestRebateBps: 0,
    paidFrom: 'fee_income',
  } as const;
  const preview = await client.sacco.dividends.preview(declaration);
  const dividend = await client.sacco.dividends.declare(declaration);
  expect(dividend.totalMinor).toBe(preview.totalMinor);
  await approve(dividend.approvalId);
  await until(
    'the dividend is paid',
    async () => (await client.sacco.dividends.get(dividend.id)).status === 'paid',
  );
  const memberId = dividend.lines[0]?.memberId ?? '';
  const line = await client.sacco.dividends.line(dividend.id, memberId);
  expect(line).toMatchObject({ label: 'second day', status: 'paid' });
  expectPdf(await client.sacco.dividends.linePdf(dividend.id, memberId));
  await expect(client.sacco.dividends.retry(dividend.id)).rejects.toMatchObject({ name: 'ConflictError' });
}

async function earn({ client, approve }: Office, member: string): Promise<void> {
  expect((await client.sacco.members.tax.get(member)).exempt).toBe(false);
  const { savingsAccountId } = await client.sacco.members.dividendAccount.get(member);
  const chosen = await client.sacco.members.dividendAccount.put(member, { savingsAccountId });
  expect(chosen).toMatchObject({ memberId: member, savingsAccountId });
  expect((await client.sacco.members.update(member, { payrollNo: null })).id).toBe(member);
  await client.sacco.members.contribution.put(member, {
    amountMinor: 50_000,
    frequency: 'monthly',
    startDate: '2026-01-31',
  });
  expect((await client.sacco.members.contribution.get(member)).amountMinor).toBe(50_000);
  const interest = await client.sacco.savingsInterest.declare({
    label: 'January',
    periodStart: '2026-01-01',
    periodEnd: '2026-01-31',
    rateBps: 600,
    basis: 'daily_balance',
  });
  await approve(interest.approvalId);
  await until(
    'the interest is paid',
    async () => (await client.sacco.savingsInterest.get(interest.id)).status === 'paid',
  );
  await expect(client.sacco.savingsInterest.retry(interest.id)).rejects.toMatchObject({
    name: 'ConflictError',
  });
  for await (const run of client.sacco.savingsInterest.list()) expect(run.label).toBe('January');
  const remitted = await client.sacco.taxRemittances.create({ amountMinor: 1, memo: 'none' });
  await approve(remitted.approvalId);
  expect((await client.sacco.reports.withholding()).totalTaxMinor).toBe(0);
  expect((await client.sacco.reports.contributions()).rows[0]?.memberId).toBe(member);
}

async function leave({ client, approve }: Office, member: string): Promise<void> {
  const exit = await client.sacco.members.exit(member, { memo: 'moves away' });
  await approve(exit.approvalId);
  expect((await client.sacco.members.get(member)).status).toBe('exited');
}

async function collect(office: Office): Promise<void> {
  const { client } = office;
  const customer = await newCustomer(office, '+254712345711');
  await client.customers.wallets.open(customer, { currency: 'KES' });
  const pay = {
    provider: 'sandbox',
    amountMinor: 15_050,
    currency: 'KES',
    reference: 'second-day',
    customerPhone: '+254712345789',
    metadata: { wallet_customer_id: customer, own_note: { kept_as: 'it is' } },
  };
  const payment = await client.payments.create(pay, { idempotencyKey: 'second-day' });
  expect(payment).toMatchObject({
    amount: 150.5,
    amountMinor: 15_050,
    metadata: pay.metadata,
    replayed: false,
  });
  expect((await client.payments.create(pay, { idempotencyKey: 'second-day' })).replayed).toBe(true);
  await until(
    'the top-up is credited',
    async () => (await client.walletTopups.get(payment.id)).status === 'credited',
  );
  await expectReason(client.walletTopups.retry(payment.id), 'invalid_state');
  expect((await client.walletTopups.reverse(payment.id)).status).toBe('reversed');
  expect((await client.walletTopups.list({ status: 'reversed' })).items[0]?.paymentId).toBe(payment.id);
  expect((await client.payments.sync(payment.id)).status).toBe('completed');
  await expectReason(client.payments.cancel(payment.id), 'not_cancellable');
  expect((await client.payments.home()).providers.map(({ provider }) => provider)).toContain('sandbox');
  expect((await client.payments.list({ reference: 'second-day' })).items.map(({ id }) => id)).toEqual([
    payment.id,
  ]);
  expect((await client.payments.refunds.list(payment.id)).items).toEqual([]);
  await expectReason(client.ledger.postings.retry(payment.id), 'posting_not_failed');

  const link = await client.paymentLinks.create({ title: 'Fee', amountMinor: 999, currency: 'KES' });
  expect(await client.paymentLinks.get(link.id)).toMatchObject({ amount: '9.99', status: 'active' });
  expect((await client.paymentLinks.disable(link.id)).status).toBe('disabled');
  expect((await client.paymentLinks.list({ limit: 1 })).items[0]?.id).toBe(link.id);

  expect((await client.customers.freeze(customer)).status).toBe('frozen');
  expect((await client.customers.unfreeze(customer)).status).toBe('active');
  expect((await client.customers.close(customer)).status).toBe('closed');
  expect((await client.customers.get(customer)).status).toBe('closed');
  expect((await client.customers.list({ q: '+254712345711', status: 'closed' })).items).toHaveLength(1);
  expect((await client.customers.documents.list(customer)).items).toEqual([]);
  await client.kycLimits.put({ tier: 2, currency: 'KES', maxBalanceMinor: 5, maxSingleMinor: null });
  const [limit] = (await client.kycLimits.list()).items;
  expect(limit).toMatchObject({ maxBalance: '0.05', maxBalanceMinor: 5, maxSingleMinor: null });
}

async function moveMoney({ client }: Office): Promise<void> {
  const page = await client.ledger.accounts.list({ currency: 'KES' });
  expect(page.environment).toBe(client.environment);
  const from = page.items.find(({ kind }) => kind === 'merchant_available')?.id ?? '';
  const { id: to } = await client.ledger.accounts.open({
    kind: 'subaccount',
    currency: 'KES',
    subaccountId: 'vendor-9',
  });
  const hold = await client.ledger.holds.create({
    debitAccountId: from,
    creditAccountId: to,
    amountMinor: 100,
  });
  expect((await client.ledger.holds.get(hold.id)).status).toBe('pending');
  expect((await client.ledger.holds.void(hold.id)).status).toBe('voided');
  await expectReason(client.ledger.holds.void(hold.id), 'already_voided');
  expect((await client.ledger.holds.list({ status: 'voided' })).items[0]?.id).toBe(hold.id);
  expect((await client.ledger.accounts.listTransfers(from)).items[0]?.holdId).toBe(hold.id);
  const { presets } = await client.reconciliation.presets();
  expect(presets.map(({ name }) => name)).toContain('mpesa_org');
  expect((await client.reconciliation.runs.list()).items).toEqual([]);
}

/** A delivery that nobody takes: it can be sent again by hand. */
async function sendEvents({ client, receiver_url }: Office): Promise<void> {
  const { id } = await client.webhookEndpoints.create({ url: receiver_url, events: ['*'] });
  expect((await client.webhookEndpoints.rotateSecret(id)).secret).toMatch(/^whsec_/);
  expect((await client.webhookEndpoints.list()).items.map((each) => each.id)).toContain(id);
  await client.payments.create({
    provider: 'sandbox',
    amountMinor: 1,
    currency: 'KES',
    reference: 'event',
    customerPhone: '+254712345789',
  });
  const delivery = await until(
    'there is a delivery',
    async () => (await client.webhookDeliveries.list({ endpointId: id })).items[0],
  );
  expect((await client.webhookDeliveries.redeliver(delivery.id)).webhookId).toBe(delivery.webhookId);
  expect((await client.webhookDeliveries.get(delivery.id)).type).toBe(delivery.type);
  expect(await client.webhookEndpoints.delete(id)).toBeUndefined();
}
