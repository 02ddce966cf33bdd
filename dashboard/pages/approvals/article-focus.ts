/** Where the focus is among the requests: `j` and `k` move it, and after a decision the next request has it. */
import { useCallback, useEffect, useRef, type RefObject } from 'react';
import { keysAreTaken } from '../../shell/shortcuts.tsx';

type Region = RefObject<HTMLElement | null>;

/** The request gets the focus, at the top of what is in sight. */
export function focusArticle(article: HTMLElement): void {
  article.focus({ preventScroll: true });
  article.scrollIntoView({ block: 'start' });
}

export function articleOf(region: Region, approval_id: string | null | undefined): HTMLElement | undefined {
  return articlesIn(region).find(({ dataset }) => dataset['approval'] === approval_id);
}

function articlesIn(region: Region): HTMLElement[] {
  return [...(region.current?.querySelectorAll('article') ?? [])];
}

/** `j` and `k` move the focus from one article to the next or the previous one. */
export function useArticleKeys(region: Region): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (keysAreTaken(event) || (event.key !== 'j' && event.key !== 'k')) return;
      const articles = articlesIn(region);
      // In the article itself, or in its row of the queue.
      const here = document.activeElement?.closest<HTMLElement>('[data-approval]')?.dataset['approval'];
      const current = articles.findIndex(({ dataset }) => dataset['approval'] === here);
      const next = current === -1 ? 0 : current + (event.key === 'j' ? 1 : -1);
      const article = articles[Math.max(0, Math.min(next, articles.length - 1))];
      if (article) focusArticle(article);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [region]);
}

/** @returns sets the article that gets the focus once the decided request is gone; null: the heading of the page */
export function useFocusAfter(
  region: Region,
  decided_ids: ReadonlySet<string>,
): (approval_id: string | null) => void {
  const wanted = useRef<string | null | undefined>(undefined);
  useEffect(() => {
    if (wanted.current === undefined) return;
    const article = articleOf(region, wanted.current);
    if (article) focusArticle(article);
    else document.querySelector<HTMLElement>('h1')?.focus();
    wanted.current = undefined;
  }, [region, decided_ids]);
  return useCallback((approval_id) => {
    wanted.current = approval_id;
  }, []);
}
