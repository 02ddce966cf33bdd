/** Which new passwords are refused. */
import { expect, test } from 'vitest';
import { passwordProblem } from '../../domain/staff/passwords/password.rules.ts';

const EMAIL = 'almaz@example.org';

test.each([
  'password123',
  'PASSWORD123',
  '1111111111',
  '1212121212',
  '1234512345',
  '0123456789',
  '1234567890123',
  '0987654321',
  'x-almaz-2026',
  'aaaaaaaaaa',
  'AaAaAaAaAa',
  '..........',
  '          ',
  'ጸጸጸጸጸጸጸጸጸጸ',
  '🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂',
  'abcabcabca',
  'Kp3!xKp3!x',
  'x'.repeat(200),
])('%j is refused', (password) => {
  expect(passwordProblem(password, EMAIL)).not.toBeNull();
});

test.each(['Kp3!xzKp3!', 'aaaaaaaaab', '1234567891x', 'correct horse', 'teff-injera-teff'])(
  '%j is taken',
  (password) => {
    expect(passwordProblem(password, EMAIL)).toBeNull();
  },
);
