/** The language of the pages. */
import { useState, type ReactNode } from 'react';
import { Choice } from '../forms/fields/choice.tsx';
import { chooseLanguage, LANGUAGES, useWords, type Language } from '../words.ts';

const OPTIONS = (Object.entries(LANGUAGES) as [Language, string][]).map(([value, label]) => ({
  value,
  label,
}));

const CODES = OPTIONS.map(({ value }) => ({ value, label: value.toUpperCase() }));

/** @param isShort codes instead of names, where there is little room */
export function LanguageChoice({ isShort = false }: { isShort?: boolean }): ReactNode {
  const { t, language } = useWords();
  const [is_missing, setMissing] = useState(false);
  const choose = (chosen: Language): void =>
    void chooseLanguage(chosen).then(
      () => setMissing(false),
      () => setMissing(true),
    );
  return (
    <Choice<Language>
      aria-label={t('shell.language')}
      size="sm"
      className="language"
      value={language}
      options={isShort ? CODES : OPTIONS}
      error={is_missing && t('fault.not_loaded')}
      onChange={choose}
    />
  );
}
