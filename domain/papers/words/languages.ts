/** The languages of papers, which are those of the dashboard. */
import { AMHARIC } from './am.ts';
import { ENGLISH } from './en.ts';
import { SWAHILI } from './sw.ts';
import type { Words } from './words.ts';

export const LANGUAGES = ['en', 'sw', 'am'] as const;
export type Language = (typeof LANGUAGES)[number];

export const WORDS: Record<Language, Words> = { en: ENGLISH, sw: SWAHILI, am: AMHARIC };
