/** Rules for passwords besides their length. Pure. */
import { isCommonPassword } from '../../../core/common-passwords.ts';

/** Names shorter than this are in too many good passwords. */
const SHORTEST_NAME = 3;
/** A password that only repeats this many characters, or fewer, is no longer than they are. */
const LONGEST_REPEATED = 6;

/** @returns null for a good one */
export function passwordProblem(password: string, email: string): string | null {
  if (isCommonPassword(password)) return 'is one of the commonest passwords, which are tried first';
  // The list of common passwords omits these: it comes from a program that detects such patterns itself.
  if (isRepetition(Array.from(password.toLowerCase())))
    return 'only repeats a few characters, which is tried first; use several words instead';
  if (/^\d+$/.test(password) && isSequence(password)) return 'only counts up or down, which is tried first';
  const name = email.slice(0, email.lastIndexOf('@')).toLowerCase();
  if (name.length >= SHORTEST_NAME && password.toLowerCase().includes(name))
    return "must not contain the e-mail's name";
  return null;
}

/** As `aaaaaaaaaa`, `1111111111` or `abcabcabca`: the same few characters again and again. */
function isRepetition(characters: string[]): boolean {
  const longest = Math.min(LONGEST_REPEATED, Math.floor(characters.length / 2));
  return Array.from({ length: longest }, (_, index) => index + 1).some((length) =>
    characters.every((character, index) => character === characters[index % length]),
  );
}

/** As `0123456789` or `0987654321`: each digit is the one after the last, or each the one before it. */
function isSequence(digits: string): boolean {
  const steps = Array.from(
    digits.slice(1),
    (digit, index) => (Number(digit) - Number(digits[index]) + 10) % 10,
  );
  return steps.every((step) => step === 1) || steps.every((step) => step === 9);
}
