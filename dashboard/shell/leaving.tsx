/**
 * A page that waits for the outcome of a request, or holds what is typed and not sent, is not left unasked: not by a link, not by
 * the browser's way back. Before the tab is closed the browser itself asks (session/keeping.ts).
 */
import i18next from 'i18next';
import type { ReactNode } from 'react';
import { Router, type AroundNavHandler } from 'wouter';
import { endAllTyped, isAnythingTyped, unconfirmed, unsent } from '../session/keeping.ts';

/** The address of the page shown: the browser's own has changed already when it reports that somebody went back. */
let shown = new URL(window.location.href);

/** May the page be left? Asks the person, once, where something would be lost. */
export function mayLeave(): boolean {
  return unconfirmed.isAny() ? mayLeaveRequest() : mayLeaveForm();
}

function mayLeaveRequest(): boolean {
  const may_leave = window.confirm(i18next.t('submit.leave_question'));
  if (may_leave) unconfirmed.endAll();
  return may_leave;
}

function mayLeaveForm(): boolean {
  if (!isAnythingTyped()) return true;
  const question = unsent.isAny() ? 'submit.leave_form_question' : 'submit.leave_draft_question';
  const may_leave = window.confirm(i18next.t(question));
  if (may_leave) endAllTyped();
  return may_leave;
}

/** Called before the router listens, so that it does not see a refused navigation. */
export function guardHistory(): void {
  window.addEventListener('popstate', (event) => {
    const next = new URL(window.location.href);
    if (mayShow(next)) shown = next;
    else {
      event.stopImmediatePropagation();
      window.history.pushState(null, '', shown);
    }
  });
}

export function GuardedRouter({ children }: { children: ReactNode }): ReactNode {
  return <Router aroundNav={navigateUnlessKept}>{children}</Router>;
}

const navigateUnlessKept: AroundNavHandler = (navigate, to, options) => {
  const next = new URL(to, window.location.href);
  if (!mayShow(next)) return;
  const is_other_page = next.pathname !== shown.pathname;
  shown = next;
  navigate(to, options);
  // A page begins at its top. On the way back the browser itself returns to where somebody was.
  if (is_other_page) window.scrollTo(0, 0);
};

/** Another hash of the same page does not leave it; its filters keep its forms. */
function mayShow({ pathname, search }: URL): boolean {
  if (pathname !== shown.pathname) return mayLeave();
  return search === shown.search || !unconfirmed.isAny() || mayLeaveRequest();
}
