/** Webhooks of loans: the loan as GET answers it, in a body of a size that receivers take. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createSacco,
  getLoan,
  must,
  newProduct,
  newSaver,
  openLoan,
  sharedService,
  type Sacco,
  type TestService,
} from '../harness/index.ts';

let service: TestService;
let sacco: Sacco;

beforeAll(async () => {
  service = await sharedService();
  sacco = await createSacco(service);
});
afterAll(() => service.stop());

test.each([12, 520])(
  'a loan of %i installments has the first 40 of them, and how many more there are',
  async (term) => {
    const { key } = sacco.project;
    const { id: endpoint } = must(
      await key.post('/api/v1/webhook-endpoints', { mode: 'poll', events: ['loan.disbursed'] }),
    ).body;
    const product_id = await newProduct(sacco, { frequency: 'weekly', max_term: 520 });
    const member_id = await newSaver(sacco, 1_000_000);
    const loan = await getLoan(
      sacco,
      await openLoan(sacco, { product_id, member_id, amount_minor: 500_000, term }),
    );
    const { events } = must(await key.get(`/api/v1/webhook-endpoints/${endpoint}/events`)).body;
    const { schedule, ...rest } = loan;
    expect(schedule).toHaveLength(term);
    expect(events.map(({ data }: { data: unknown }) => data)).toEqual([
      term > 40 ? { ...rest, schedule: schedule.slice(0, 40), schedule_omitted: term - 40 } : loan,
    ]);
    expect(JSON.stringify(events[0]).length).toBeLessThan(20_000);
  },
);
