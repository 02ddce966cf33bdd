/** Kiswahili says the same word wherever English says the same term of money (docs/dashboard.md). */
import { expect, test } from 'vitest';
import en from '../../dashboard/locales/en.json' with { type: 'json' };
import en_later from '../../dashboard/locales/en.later.json' with { type: 'json' };
import sw from '../../dashboard/locales/sw.json' with { type: 'json' };
import sw_later from '../../dashboard/locales/sw.later.json' with { type: 'json' };

/** Each text by its id. */
function textsOf(part: object, before = ''): [id: string, text: string][] {
  return Object.entries(part).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'string' ? [[before + name, value]] : textsOf(value as object, `${before}${name}.`),
  );
}

const ENGLISH = [...textsOf(en), ...textsOf(en_later)];
const KISWAHILI = new Map([...textsOf(sw), ...textsOf(sw_later)]);

/** Names that providers give to their own settings are not translated. */
const UNTRANSLATED = /^credential|_columns$|\.columns$/;

test.each([
  ['dividend', /\bdividends?\b/i, /gawio/i],
  ['guarantor', /\bguarantors?\b/i, /dhamini|dhamana/i],
  ['withholding', /\bwithholding\b/i, /kodi ya zuio/i],
  ['shares', /\bshares\b/i, /hisa/i],
  ['cash', /\bcash\b(?! over)/i, /taslimu/i],
  ['ledger', /\bledger\b/i, /leja/i],
  ['trial balance', /\btrial balance\b/i, /urari/i],
  ['balance sheet', /\bbalance sheet\b/i, /mizania/i],
  ['income statement', /\bincome statement\b/i, /mapato na matumizi/i],
  ['interest', /\binterest\b/i, /riba/i],
  ['principal', /\bprincipal\b/i, /msingi/i],
  ['arrears', /\barrears\b/i, /malimbikizo/i],
  ['reconciliation', /\breconcil/i, /linganish/i],
  ['loan', /\bloans?\b/i, /mkopo|mikopo|kopesh|kopa/i],
])('%s', (_term, english, kiswahili) => {
  const said = ENGLISH.filter(([id, text]) => english.test(text) && !UNTRANSLATED.test(id));
  expect(said.length).toBeGreaterThan(0);
  expect(said.filter(([id]) => !kiswahili.test(KISWAHILI.get(id) ?? ''))).toEqual([]);
});
