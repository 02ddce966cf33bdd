/** The passwords that are tried first: a list of tens of thousands, the 10,000 commonest among them, from a package. */
import { dictionary } from '@zxcvbn-ts/language-common';

/** Shorter ones are refused for their length. */
const SHORTEST = 10;

const COMMON: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].filter((password) => password.length >= SHORTEST),
);

/** In whatever letter case. */
export function isCommonPassword(password: string): boolean {
  return COMMON.has(password.toLowerCase());
}
