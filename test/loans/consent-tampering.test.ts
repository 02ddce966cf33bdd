/** What somebody with the database's own powers could do to consents and files, and that `npm run verify` finds it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { INVARIANTS } from '../../app/compose.ts';
import {
  askedLoan,
  byCode,
  consentPath,
  createSacco,
  customerBody,
  decide,
  differences,
  fileOf,
  must,
  newMember,
  sentTo,
  startService,
  testTampering,
  uploaded,
  type TestService,
} from '../harness/index.ts';

let service: TestService;

const OF_CONSENT = INVARIANTS.filter(({ invariant }) =>
  /consent|file of a (document|member|consent)|links and codes/.test(invariant),
);

beforeAll(async () => {
  service = await startService();
  const sacco = await createSacco(service);
  const held = await askedLoan(sacco, 1);
  const [first = ''] = held.guarantors;
  const { code } = await sentTo(service, sacco, first);
  must(await byCode(sacco, held, first, { decision: 'consent', code }));
  must(await decide(sacco, held.approval_id));
  const waiting = await askedLoan(sacco, 2);
  const [signer = ''] = waiting.guarantors;
  const file_id = await uploaded(sacco.checker, 'signed_form', fileOf('pdf'));
  const answer = { decision: 'consent', method: 'in_person', memo: 'signed', file_id };
  must(await sacco.checker.post(consentPath(waiting, signer), answer));
  const photo_file_id = await uploaded(sacco.maker, 'member_photo');
  const member = await newMember(sacco);
  must(await sacco.maker.put(`/api/v1/sacco/members/${member}/files`, { photo_file_id }));
  const { body: customer } = must(await sacco.project.key.post('/api/v1/customers', customerBody()));
  const scan = await uploaded(sacco.project.key, 'kyc_document');
  const document = { doc_type: 'passport', number: 'EP0123456', file_id: scan };
  must(await sacco.project.key.post(`/api/v1/customers/${customer.id}/documents`, document));
});
afterAll(() => service.stop());

test('nothing differs', async () => {
  expect(OF_CONSENT).toHaveLength(5);
  expect(await differences(service.ctx, OF_CONSENT)).toEqual([]);
});

testTampering(() => service.ctx, OF_CONSENT, [
  [
    'a pledge that is held without consent',
    `update sacco_loan_consents set status = 'declined' where status = 'consented'`,
    'the consent is declined',
  ],
  [
    'a pledge that was made to stand',
    `update sacco_loan_guarantees set status = 'pledged' where status = 'requested'`,
    'the consent is requested',
  ],
  ['a consent that was taken away with its row', 'delete from sacco_loan_consents', 'the consent is null'],
  [
    'a code that outlived the decision',
    `update sacco_loan_consents set secrets_sealed = 'v1.secret' where status = 'consented'`,
    'still has its link or code',
  ],
  [
    'a form that was put under another consent',
    `update files set subject_id = 'cns_other' where subject_type = 'consent'`,
    'does not belong to the consent that names it',
  ],
  [
    'a photo that is gone',
    `delete from files where purpose = 'member_photo'`,
    'does not belong to the member',
  ],
  [
    'a document whose file is about to be deleted',
    `update files set status = 'deleting', subject_type = null, subject_id = null, due_at = now()
     where purpose = 'kyc_document'`,
    'does not belong to the document',
  ],
]);
