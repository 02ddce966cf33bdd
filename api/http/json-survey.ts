/** Facts about JSON text that its parsed value does not show: duplicate fields, and the spelling of numbers. */

export interface JsonSurvey {
  /** Fields of all objects; a duplicate field counts twice. */
  fields: number;
  /** Characters of the longest number. */
  longest_number: number;
  /** Can a double represent every number exactly as it is written? */
  exact_numbers: boolean;
}

const QUOTE = 0x22;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
/** A number with fewer digits is exact in a double. */
const EXACT_DIGITS = 15;

/** One pass over the text. @param text valid JSON */
export function surveyJson(text: string): JsonSurvey {
  const survey: JsonSurvey = { fields: 0, longest_number: 0, exact_numbers: true };
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === QUOTE) at = endOfString(text, at);
    else if (character === COLON) survey.fields++;
    else if (startsNumber(character)) {
      const number = numberAt(text, at);
      at += number.length - 1;
      survey.longest_number = Math.max(survey.longest_number, number.length);
      survey.exact_numbers &&= number.length < EXACT_DIGITS && !/e/i.test(number);
    }
  }
  return survey;
}

/** @returns the index of the string's closing quote @param start the index of its opening quote */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  for (; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === QUOTE) break;
    if (character === BACKSLASH) at++;
  }
  return at;
}

/** A digit or a minus. */
function startsNumber(character: number): boolean {
  return character === 0x2d || (character >= 0x30 && character <= 0x39);
}

function numberAt(text: string, start: number): string {
  const number = /[-+.\deE]+/y;
  number.lastIndex = start;
  return number.exec(text)?.[0] ?? '';
}
