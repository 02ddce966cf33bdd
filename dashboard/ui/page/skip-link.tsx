/** The first stop of the Tab key: skips the banner and the navigation, to the element `#content`. */
import type { ReactNode } from 'react';
import { useWords } from '../../words.ts';

export function SkipLink(): ReactNode {
  const { t } = useWords();
  return (
    <a className="skip-link" href="#content">
      {t('shell.skip')}
    </a>
  );
}
