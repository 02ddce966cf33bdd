/** What is booked while a run of interest is declared, or afterwards with an earlier date, is neither missed nor counted twice. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { MOVEMENTS } from '../../app/compose.ts';
import { interestInvariants } from '../../domain/interest/index.ts';
import {
  createSacco,
  declaredInterest,
  differences,
  moving,
  must,
  newMember,
  setTestClock,
  startService,
  type Sacco,
  type TestService,
} from '../harness/index.ts';
import { expectError } from '../api/samples.ts';

let service: TestService;
let sacco: Sacco;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const JANUARY = { period_start: '2035-01-01', period_end: '2035-01-31' };
const FEBRUARY = { period_start: '2035-02-01', period_end: '2035-02-28' };

const pays = async (member: string, amount_minor: number): Promise<string> =>
  must(await sacco.maker.post(`/api/v1/sacco/members/${member}/deposits`, moving(amount_minor))).body.id;
const change = (id: string, columns: object): Promise<number> =>
  service.ctx.db('sacco_entries').where({ id }).update(columns);
const balancesOf = async ({ id }: { id: string }): Promise<string[]> =>
  must(await sacco.maker.get(`/api/v1/sacco/savings-interest/${id}`)).body.lines.map(
    ({ balances }: { balances: string }) => balances,
  );

test('a ledger that may date bookings before the seal is read from the beginning', async () => {
  const { ledger, db } = service.ctx;
  const { seals_created_at } = ledger;
  Object.assign(ledger, { seals_created_at: false });
  sacco = await createSacco(service);
  await setTestClock(sacco.project, '2035-01-05T09:00:00Z');
  const member = await newMember(sacco);
  await pays(member, 1_000_000);
  await setTestClock(sacco.project, '2035-02-01T09:00:00Z');
  const january = await declaredInterest(sacco, JANUARY);
  expect(await balancesOf(january)).toEqual(['270000.00']);
  const late = await pays(member, 300_000);
  await change(late, { posted_at: '2035-01-31T12:00:00Z' });
  await setTestClock(sacco.project, '2035-03-01T09:00:00Z');
  expect(await balancesOf(await declaredInterest(sacco, FEBRUARY))).toEqual(['364000.00']);
  expect(await differences(service.ctx, interestInvariants(MOVEMENTS))).toEqual([]);
  expect(await db('sacco_savings_interest').whereNotNull('ends_at')).toEqual([]);
  Object.assign(ledger, { seals_created_at });
});

test('what is stored until the seal is waited for', async () => {
  const { ledger } = service.ctx;
  sacco = await createSacco(service);
  await setTestClock(sacco.project, '2035-01-05T09:00:00Z');
  const member = await newMember(sacco);
  await pays(member, 1_000_000);
  const under_way = await pays(member, 300_000);
  await setTestClock(sacco.project, '2035-02-01T09:00:00Z');
  const seal = ledger.seal.bind(ledger);
  const sealing = vi.spyOn(ledger, 'seal').mockImplementationOnce(async (...given) => {
    // Another process, whose clock is behind, has booked it in the ledger, and not recorded it yet.
    await change(under_way, { status: 'posting' });
    await seal(...given);
  });
  const run = { ...JANUARY, label: 'January', rate_bps: 500, basis: 'daily_balance' };
  const refused = await sacco.maker.post('/api/v1/sacco/savings-interest', {
    ...run,
    idempotency_key: crypto.randomUUID(),
  });
  expectError(refused, 409, 'CONFLICT', 'entries_under_way');
  expect(sealing).toHaveBeenCalledOnce();
  await change(under_way, { status: 'posted' });
  expect(await balancesOf(await declaredInterest(sacco, JANUARY))).toEqual(['351000.00']);
});
