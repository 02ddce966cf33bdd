/** The paper that a page is printed on. */
import { useEffect } from 'react';

/** A roll is cut after each slip: longer than most receipts are. */
const PAPERS = {
  '80mm': 'size: 80mm 180mm; margin: 3mm',
  a5: 'size: A5; margin: 10mm 12mm',
  a4: 'size: A4; margin: 16mm 14mm',
} as const;

export type PaperName = keyof typeof PAPERS;

/**
 * While the page is shown, it is printed on this paper and without its head. The rule has no name: browsers that print pages with
 * names do not all let them have a size.
 */
export function usePaper(name: PaperName): void {
  useEffect(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`@page { ${PAPERS[name]} }`);
    document.adoptedStyleSheets.push(sheet);
    document.body.dataset['paper'] = name;
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
      delete document.body.dataset['paper'];
    };
  }, [name]);
}
