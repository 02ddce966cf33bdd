/** What templates say unless the cooperative has written its own texts. */
import type { Language } from '../languages.rules.ts';
import type { Template, Wording } from './templates.rules.ts';
import { AM } from './words/am.ts';
import { EN } from './words/en.ts';
import { SW } from './words/sw.ts';

const WORDS: Record<Language, Record<Template, Wording>> = { en: EN, sw: SW, am: AM };

export function defaultWording(template: Template, language: Language): Wording {
  return WORDS[language][template];
}
