/** A run goes on from what accounts held at the end of an earlier one; accounts of which that is not known are summed up anew. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createSacco,
  decide,
  declaredInterest,
  moving,
  must,
  newMember,
  savingsOf,
  setTestClock,
  sharedService,
  verifyAll,
  type Sacco,
  type TestService,
} from '../harness/index.ts';

let service: TestService;
let sacco: Sacco;

beforeAll(async () => {
  service = await sharedService();
  sacco = await createSacco(service);
});
afterAll(async () => {
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});

const memberPath = (id: string): string => `/api/v1/sacco/members/${id}`;
const pays = async (id: string, amount_minor: number): Promise<string> =>
  must(await sacco.maker.post(`${memberPath(id)}/deposits`, moving(amount_minor))).body.id;

test('members who had no line then, reversals of earlier days, and other default products are counted', async () => {
  await setTestClock(sacco.project, '2035-01-05T09:00:00Z');
  const [regular, leaving] = [await newMember(sacco), await newMember(sacco)];
  await pays(regular, 1_000_000);
  const wrong = await pays(regular, 300_000);
  await pays(leaving, 500_000);
  await setTestClock(sacco.project, '2035-02-01T09:00:00Z');
  const asked = { idempotency_key: 'exit', memo: 'moves away' };
  const exit = must(await sacco.maker.post(`${memberPath(leaving)}/exit`, asked)).body;
  const january = await declaredInterest(sacco, { period_start: '2035-01-01', period_end: '2035-01-31' });
  const found = must(await sacco.maker.get(`/api/v1/sacco/savings-interest/${january.id}`)).body;
  expect(found.lines.map(({ member_id }: { member_id: string }) => member_id)).toEqual([regular]);
  // Rejected, so that the member stays, and the run with it: what it has found stays true.
  must(await decide(sacco, exit.approval_id, 'reject', { note: 'stays' }));
  must(await decide(sacco, january.approval_id, 'reject', { note: 'later' }));
  const undone = must(
    await sacco.maker.post(`/api/v1/sacco/entries/${wrong}/reverse`, {
      memo: 'typed twice',
      idempotency_key: 'undo',
    }),
  ).body;
  must(await decide(sacco, undone.approval_id));
  const joined = await newMember(sacco);
  await pays(joined, 70_000);
  await setTestClock(sacco.project, '2035-03-01T09:00:00Z');

  const linesOf = async (run: { id: string }): Promise<Map<string, string>> => {
    const { lines } = must(await sacco.maker.get(`/api/v1/sacco/savings-interest/${run.id}`)).body;
    return new Map(
      lines.map(({ member_id, balances }: { member_id: string; balances: string }) => [member_id, balances]),
    );
  };
  const february = await declaredInterest(sacco, { period_start: '2035-02-01', period_end: '2035-02-28' });
  // Each balance on 28 days: the reversal and the last deposit came on the first.
  const expected = new Map([
    [regular, '280000.00'],
    [leaving, '140000.00'],
    [joined, '19600.00'],
  ]);
  expect(await linesOf(february)).toEqual(expected);
  must(await decide(sacco, february.approval_id, 'reject', { note: 'later' }));

  // The same days once more, after a run of a part of them: from the closing balances of January and of the first half.
  const half = await declaredInterest(sacco, {
    period_start: '2035-02-01',
    period_end: '2035-02-14',
    label: 'first half',
  });
  expect([...(await linesOf(half)).values()]).toEqual(['140000.00', '70000.00', '9800.00']);
  const rest = await declaredInterest(sacco, {
    period_start: '2035-02-15',
    period_end: '2035-02-28',
    label: 'second half',
  });
  expect([...(await linesOf(rest)).values()]).toEqual(['140000.00', '70000.00', '9800.00']);
  expect((await savingsOf(sacco, regular)).size).toBe(1);
});
