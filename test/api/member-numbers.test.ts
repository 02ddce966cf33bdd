/** A member's number in a path is the member: as the id would be, also for idempotency. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createSacco,
  moving,
  must,
  newCustomer,
  newMember,
  sharedService,
  type Client,
  type Sacco,
  type TestService,
} from '../harness/index.ts';
import { expectError } from './samples.ts';

let service: TestService;
let sacco: Sacco;
let key: Client;
let id: string;

const MEMBERS = '/api/v1/sacco/members';

beforeAll(async () => {
  service = await sharedService();
  sacco = await createSacco(service);
  key = sacco.project.key;
  id = await newMember(sacco);
});
afterAll(() => service.stop());

test('it is read, moved and decided about by number', async () => {
  const { body } = must(await key.get(`${MEMBERS}/${id}`));
  expect(body.member_no).toBe('M00001');
  expect(must(await key.get(`${MEMBERS}/M00001`)).body).toEqual(body);
  const entry = must(await key.post(`${MEMBERS}/M00001/deposits`, moving(15_000))).body;
  expect(entry).toMatchObject({ member_id: id, status: 'posted' });
  expect(must(await key.get(`${MEMBERS}/M00001/entries`)).body.entries).toMatchObject([{ id: entry.id }]);
  const period = '?from=2020-01-01&to=2099-12-31';
  expect(must(await key.get(`${MEMBERS}/M00001/statement${period}`)).body).toEqual(
    must(await key.get(`${MEMBERS}/${id}/statement${period}`)).body,
  );
  expect(must(await key.post(`${MEMBERS}/M00001/suspend`)).body).toMatchObject({ id, status: 'suspended' });
  expect(must(await key.post(`${MEMBERS}/${id}/reactivate`)).body).toMatchObject({ id, status: 'active' });
});

test('number and id are the same request under one key', async () => {
  const body = moving(2_500);
  const by_number = must(await key.post(`${MEMBERS}/M00001/deposits`, body));
  const by_id = must(await key.post(`${MEMBERS}/${id}/deposits`, body));
  expect([by_number.status, by_id.status]).toEqual([201, 200]);
  expect(by_id.body).toEqual({ ...by_number.body, replayed: true });
});

test("numbers of the cooperative's own, also with a slash", async () => {
  const customer_id = await newCustomer(sacco.project);
  const joined = must(await key.post(MEMBERS, { customer_id, member_no: 'NRB/2026-7' })).body;
  expect(must(await key.get(`${MEMBERS}/NRB%2F2026-7`)).body.id).toBe(joined.id);
});

test('what is no number of a member here is not found', async () => {
  const other = await createSacco(service);
  for (const unknown of ['M99999', 'm00001', 'mem_unknown', '-', '%20'])
    expectError(await key.get(`${MEMBERS}/${unknown}`), 404, 'NOT_FOUND');
  expectError(await other.project.key.get(`${MEMBERS}/M00001`), 404, 'NOT_FOUND');
  expectError(await other.maker.post(`${MEMBERS}/M00001/deposits`, moving(1)), 404, 'NOT_FOUND');
});
