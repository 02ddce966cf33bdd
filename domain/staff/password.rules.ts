/** What makes a password bad, besides its length. Pure. */
import { isCommonPassword } from '../../core/common-passwords.ts';

/** Names shorter than this are in too many good passwords. */
const SHORTEST_NAME = 3;

/** @returns null for a good one */
export function passwordProblem(password: string, email: string): string | null {
  if (isCommonPassword(password)) return 'is one of the commonest passwords, which are tried first';
  const name = email.slice(0, email.lastIndexOf('@')).toLowerCase();
  if (name.length >= SHORTEST_NAME && password.toLowerCase().includes(name))
    return "must not contain the e-mail's name";
  return null;
}
