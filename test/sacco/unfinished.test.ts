/** Entries that a dead request left behind, and one among them that nothing can finish. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { resumePendingEntries } from '../../domain/sacco/index.ts';
import {
  createSacco,
  loseNextBooking,
  moving,
  newMember,
  startService,
  type Sacco,
  type TestService,
} from '../harness/index.ts';

let service: TestService;
let sacco: Sacco;

beforeAll(async () => {
  service = await startService();
  sacco = await createSacco(service);
});
afterAll(() => service.stop());

test('one that cannot be finished goes behind the others and holds none of them up', async () => {
  const { db, ledger } = service.ctx;
  for (let n = 0; n < 3; n++) {
    const member = await newMember(sacco);
    loseNextBooking(ledger, 'before');
    await sacco.maker.post(`/api/v1/sacco/members/${member}/deposits`, moving(100));
  }
  await db('sacco_entries').update({ due_at: new Date(0) });
  const [first] = await db('sacco_entries').orderBy('id').pluck('id');
  vi.restoreAllMocks();
  const post = ledger.post.bind(ledger);
  vi.spyOn(ledger, 'post').mockImplementation((chains, now) =>
    chains.some((chain) => chain.some(({ reference }) => reference === first))
      ? Promise.reject(new Error('a defect'))
      : post(chains, now),
  );
  expect(await resumePendingEntries(service.ctx)).toBe(2);
  const rows = await db('sacco_entries').orderBy('id').select('status', 'due_at');
  expect(rows).toEqual([
    { status: 'pending', due_at: expect.toSatisfy((due: Date) => due > new Date()) },
    { status: 'posted', due_at: null },
    { status: 'posted', due_at: null },
  ]);
});
