/** The language of the pages. */
import type { ReactNode } from 'react';
import { Choice } from '../ui/choice.tsx';
import { chooseLanguage, LANGUAGES, useWords, type Language } from '../words.ts';

const OPTIONS = (Object.entries(LANGUAGES) as [Language, string][]).map(([value, label]) => ({
  value,
  label,
}));

const CODES = OPTIONS.map(({ value }) => ({ value, label: value.toUpperCase() }));

/** @param is_short codes instead of names, where there is little room */
export function LanguageChoice({ is_short = false }: { is_short?: boolean }): ReactNode {
  const { t, language } = useWords();
  return (
    <Choice<Language>
      aria-label={t('shell.language')}
      size="sm"
      className="language"
      value={language}
      options={is_short ? CODES : OPTIONS}
      onChange={(chosen) => void chooseLanguage(chosen)}
    />
  );
}
