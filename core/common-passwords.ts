/** The passwords that attackers try first: tens of thousands, from a package, including the 10,000 most common. */
import { dictionary } from '@zxcvbn-ts/language-common';

/** Shorter passwords are rejected for their length. */
const SHORTEST = 10;

const COMMON: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].filter((password) => password.length >= SHORTEST),
);

/** Ignores letter case. */
export function isCommonPassword(password: string): boolean {
  return COMMON.has(password.toLowerCase());
}
