/** The language of the pages. */
import type { ReactNode } from 'react';
import { Choice } from '../ui/choice.tsx';
import { chooseLanguage, LANGUAGES, useWords, type Language } from '../words.ts';

const OPTIONS = (Object.entries(LANGUAGES) as [Language, string][]).map(([value, label]) => ({
  value,
  label,
}));

export function LanguageChoice(): ReactNode {
  const { t, language } = useWords();
  return (
    <Choice<Language>
      aria-label={t('shell.language')}
      size="sm"
      className="language"
      value={language}
      options={OPTIONS}
      onChange={(chosen) => void chooseLanguage(chosen)}
    />
  );
}
