/** What logs show of paths that end in a secret. */
import { expect, test } from 'vitest';
import { loggedPath } from '../../api/http/logged-path.ts';

test.each([
  ['/documents/7K2MQ4TX9ZBC', '/documents/…'],
  ['/documents/7K2M-Q4TX-9ZBC', '/documents/…'],
  ['/Documents/7K2MQ4TX9ZBC/', '/Documents/…'],
  ['/consent/t0ken/decline', '/consent/…'],
  ['/callbacks/senders/t0ken', '/callbacks/senders/…'],
  ['/callbacks/mpesa/pay_1/t0ken', '/callbacks/mpesa/pay_1/…'],
  ['/documents', '/documents'],
  ['/api/v1/sacco/entries/ent_1', '/api/v1/sacco/entries/ent_1'],
])('%s is logged as %s', (path, shown) => {
  expect(loggedPath(path)).toBe(shown);
});
