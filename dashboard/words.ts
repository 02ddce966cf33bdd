/**
 * The languages of the dashboard: i18next with two files for each, loaded when it is chosen. The texts of `*.later.json` come
 * with the first page that is loaded when it is opened: who works at the desk need not wait for them.
 */
import i18next, { type TOptions } from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import type english from './locales/en.json';
import type later_english from './locales/en.later.json';

export const LANGUAGES = { en: 'English', sw: 'Kiswahili', am: 'አማርኛ' } as const;
export type Language = keyof typeof LANGUAGES;

const STORAGE_KEY = 'ushirika.language';
type Loaders = Record<Language, () => Promise<{ default: object }>>;
const LOADERS: Loaders = {
  en: () => import('./locales/en.json'),
  sw: () => import('./locales/sw.json'),
  am: () => import('./locales/am.json'),
};
const LATER_LOADERS: Loaders = {
  en: () => import('./locales/en.later.json'),
  sw: () => import('./locales/sw.later.json'),
  am: () => import('./locales/am.later.json'),
};
/** The language that was chosen last, which may not be loaded yet. */
let chosen: Language = 'en';
let are_later_texts_needed = false;
/** Each file is added once: parts that are loaded later ask for the same texts again. */
const added = new WeakSet<object>();

/** Every text of the dashboard: `members.join`. */
type Paths<Texts> = {
  [Name in keyof Texts & string]: Texts[Name] extends string ? Name : `${Name}.${Paths<Texts[Name]>}`;
}[keyof Texts & string];
/** Without the ending that i18next chooses by count. */
type WithoutCount<Path> = Path extends `${infer Stem}_${'one' | 'other'}` ? Stem : Path;
export type TextId = WithoutCount<Paths<typeof english> | Paths<typeof later_english>>;

/** The groups of texts for the words of the API. */
export type WordGroup =
  | 'kind'
  | 'entry'
  | 'role'
  | 'account_kind'
  | 'effect'
  | 'changed_field'
  | 'audit_subject'
  | 'payout_origin'
  | 'match_note'
  | 'import_file'
  | 'statement_preset'
  | 'reason'
  | 'requirement'
  | 'doc_type'
  | 'customer_kind'
  | 'customer_event'
  | 'customer_field'
  | 'topup_reason'
  | 'payment_event'
  | 'payment_cause'
  | 'payment_failure'
  | 'confirmation_error'
  | 'audit_action'
  | 'loan_method'
  | 'loan_frequency'
  | 'guarantor_consent'
  | 'consent_method'
  | 'loan_check'
  | 'loan_class'
  | 'ratio'
  | 'ratio_missing'
  | 'interest_basis'
  | 'interest_counting'
  | 'interest_credit_to'
  | 'interest_frequency'
  | 'taxed_kind'
  | 'contribution_frequency'
  | 'savings_kind'
  | 'timeline_kind'
  | 'at_maturity'
  | 'channel'
  | 'message_sender'
  | 'message_template'
  | 'sender_credential'
  | 'environment'
  | 'scope'
  | 'waterfall'
  | 'capability'
  | 'credential'
  | 'credential_hint'
  | 'provider';

export interface Words {
  /** The text in the language chosen, with `{{values}}` filled in. */
  t: (id: TextId, values?: TOptions) => string;
  /** A status of the API as people say it: `awaiting_approval` → "Awaiting approval". */
  status: (status: string) => string;
  /** A word of the API. One that has no text is `otherwise`, or has its first letter raised, `_` and `.` to space. */
  word: (group: WordGroup, word: string, otherwise?: string) => string;
  /** Why the API refused: translated by its reason where there is a text for it. */
  reason: (reason: string | undefined | null, message: string) => string;
}

export async function startWords(): Promise<void> {
  const stored = localStorage.getItem(STORAGE_KEY) ?? navigator.language.slice(0, 2);
  await i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    interpolation: { escapeValue: false },
    returnEmptyString: false,
    resources: {},
  });
  await chooseLanguage(stored in LANGUAGES ? (stored as Language) : 'en', false);
}

export async function chooseLanguage(language: Language, remember = true): Promise<void> {
  chosen = language;
  try {
    await loadTexts(language);
  } catch (error) {
    chosen = i18next.language as Language;
    throw error;
  }
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
  if (remember) localStorage.setItem(STORAGE_KEY, language);
}

/** For pages that are loaded when they are opened. */
export async function loadLaterTexts(): Promise<void> {
  are_later_texts_needed = true;
  await Promise.all([loadTexts(chosen), loadTexts(i18next.language as Language)]);
}

async function loadTexts(language: Language): Promise<void> {
  const loaders = are_later_texts_needed ? [LOADERS, LATER_LOADERS] : [LOADERS];
  const files = await Promise.all(loaders.map((each) => each[language]()));
  for (const { default: texts } of files) {
    if (added.has(texts)) continue;
    added.add(texts);
    i18next.addResourceBundle(language, 'translation', texts, true, true);
  }
}

export function useWords(): Words & { language: Language } {
  const { t, i18n } = useTranslation();
  const spell = (id: string, word: string, otherwise = sentenceCase(word)): string =>
    i18n.exists(id) ? t(id) : otherwise;
  return {
    t: (id, values) => t(id, { ...values }),
    status: (status) => spell(`status.${status}`, status),
    word: (group, word, otherwise) => spell(`${group}.${word}`, word, otherwise),
    reason: (reason, message) =>
      reason && i18n.exists(`reason.${reason}`) ? t(`reason.${reason}`) : message,
    language: i18n.language as Language,
  };
}

function sentenceCase(word: string): string {
  return raised(word.replaceAll(/[._]/g, ' '));
}

/** With its first letter raised: for a word that stands within sentences elsewhere. */
export function raised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
