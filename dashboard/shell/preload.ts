/** The page that a link leads to begins to load while the link is pointed at or has the focus. */
import { preloadPage } from '../pages.ts';

export function preloadLinkedPages(): void {
  for (const event of ['pointerover', 'focusin'])
    document.addEventListener(event, preload, { passive: true });
}

function preload({ target }: Event): void {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  if (link?.origin === window.location.origin) preloadPage(link.pathname);
}
