/**
 * How many parts an SMS is sent in, which is what it costs (3GPP TS 23.038 and 23.040): 160 characters of the GSM alphabet, or 70
 * of any other; of a message in several parts each has room for 153 or 67. Pure.
 */

/** The default alphabet; each character takes one place. */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Its extension; each takes two. */
const EXTENDED = new Set('\f^{}\\[~]|€');

const ALPHABETS = {
  gsm7: { single: 160, part: 153 },
  ucs2: { single: 70, part: 67 },
} as const;

export type Encoding = keyof typeof ALPHABETS;

export interface Segments {
  encoding: Encoding;
  segments: number;
}

export function segmentsOf(text: string): Segments {
  const characters = Array.from(text);
  const is_gsm = characters.every((each) => BASIC.has(each) || EXTENDED.has(each));
  const encoding = is_gsm ? 'gsm7' : 'ucs2';
  // A character beyond the basic plane takes two places of UCS-2.
  const places = characters.map((each) => (is_gsm ? (EXTENDED.has(each) ? 2 : 1) : each.length));
  return { encoding, segments: partsFor(places, ALPHABETS[encoding]) };
}

/** A character of two places is never split between two parts. */
function partsFor(places: readonly number[], { single, part }: { single: number; part: number }): number {
  const total = places.reduce((sum, each) => sum + each, 0);
  if (total <= single) return 1;
  let parts = 1;
  let used = 0;
  for (const each of places) {
    if (used + each > part) {
      parts += 1;
      used = 0;
    }
    used += each;
  }
  return parts;
}
