/** What somebody with the database's own powers could do to messages, and that `npm run verify` finds it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { messageInvariants } from '../../domain/messages/index.ts';
import {
  createSacco,
  differences,
  newSaver,
  sendAll,
  setSender,
  must,
  startService,
  testTampering,
  type TestService,
} from '../harness/index.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
  const sacco = await createSacco(service);
  must(await setSender(sacco));
  await newSaver(sacco, 1_000);
  await sendAll(service, sacco);
  const other = await createSacco(service);
  await newSaver(other, 1_000);
});
afterAll(() => service.stop());

test('nothing differs', async () => {
  expect(await differences(service.ctx, messageInvariants)).toEqual([]);
});

testTampering(() => service.ctx, messageInvariants, [
  [
    'a message about a movement of somebody else',
    `update notifications set entry_id = (
       select id from sacco_entries e where e.member_id <> notifications.member_id limit 1)`,
    'tells of a movement that its member does not have',
  ],
  [
    'a message to a member of another project',
    `update notifications set entry_id = null, member_id = (
       select id from sacco_members m where m.project_id <> notifications.project_id limit 1)`,
    'is of another project than its member or its sender',
  ],
  [
    'a message that was sent without having been given to its sender',
    'update notifications set handed_over_at = null',
    'has a status that does not agree',
  ],
  [
    'a secret that outlived its sending',
    `alter table notifications disable trigger user;
     update message_senders set sender = 'smtp', environment = 'live';
     update notifications set environment = 'live', text_sealed = 'v1.secret'`,
    'still holds the text with its secret',
  ],
]);
