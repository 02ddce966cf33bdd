/** The paper size of a page. */
import { useEffect } from 'react';

/** While the page is shown, printing uses `@page <name>` of its styles: browsers look for it on the body, not further in. */
export function usePaper(name: 'receipt' | 'statement'): void {
  useEffect(() => {
    document.body.dataset['paper'] = name;
    return () => {
      delete document.body.dataset['paper'];
    };
  }, [name]);
}
