/** The request that an operation of the API becomes in the dashboard. */
import { expect, test } from 'vitest';
import { requestOf } from '../../dashboard/api/operations.ts';
import { ROUTES } from '../../dashboard/generated/operations.ts';

test('ids fill the path, and the rest of a read is its query', () => {
  const request = requestOf('sacco.members.listEntries', { member: 'mem_1/2', status: 'posted', limit: 20 });
  expect(request).toMatchObject({
    method: 'GET',
    path: '/api/v1/sacco/members/mem_1%2F2/entries',
    sent_query: { status: 'posted', limit: 20 },
    body: undefined,
    in_project: true,
    page: 'entries',
  });
});

test('the rest of a write is its body, but for what the document puts into the query', () => {
  const credentials = { token: 'secret' };
  expect(
    requestOf('projects.providers.put', {
      project: 'prj_1',
      provider: 'chapa',
      environment: 'live',
      credentials,
    }),
  ).toMatchObject({
    method: 'PUT',
    path: '/api/projects/prj_1/providers/chapa',
    sent_query: { environment: 'live' },
    body: { credentials },
  });
  expect(requestOf('sacco.members.suspend', { member: 'mem_1' }).body).toEqual({});
  const removal = requestOf('projects.staff.remove', {
    project: 'prj_1',
    user_id: 'usr_1',
    revoke_keys: true,
  });
  expect(removal).toMatchObject({ sent_query: { revoke_keys: true }, body: undefined });
});

test('an amount is sent in major units where the operation takes them', () => {
  const { body } = requestOf('paymentLinks.create', { title: 'Fees', amount_minor: 15_050, currency: 'KES' });
  expect(body).toBe('{"amount":150.50,"title":"Fees","currency":"KES"}');
});

test('a request without one of its ids is not sent to another address', () => {
  expect(() => requestOf('sacco.loans.get', { loan: '' })).toThrow(TypeError);
});

test('keys and headers follow the document', () => {
  expect(ROUTES['sacco.members.deposit']).toMatchObject({ key: 'body', in_project: true });
  expect(ROUTES['payments.create']).toMatchObject({ key: 'header', major_units: true });
  expect(ROUTES['auth.me']).toEqual({ method: 'GET', path: '/api/auth/me' });
});
