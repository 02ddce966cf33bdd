/**
 * A page that waits for the outcome of a request is not left unasked: not by a link, not by the browser's way back. Before the
 * tab is closed the browser itself asks (api/unconfirmed.ts).
 */
import i18next from 'i18next';
import type { ReactNode } from 'react';
import { Router, type AroundNavHandler } from 'wouter';
import { endAllHolding, isAnythingHeld } from '../forms/holding.ts';
import { endAllWaiting, isAnyWaiting } from '../api/unconfirmed.ts';

/** The address of the page shown: the browser's own has changed already when it reports that somebody went back. */
let shown = new URL(window.location.href);

/** May the page be left? Asks the person, once, where a request is not confirmed yet. */
export function mayLeave(): boolean {
  if (!isAnyWaiting()) return mayLeaveForm();
  const may_leave = window.confirm(i18next.t('submit.leave_question'));
  if (may_leave) endAllWaiting();
  return may_leave;
}

/** What is typed stays as a draft. */
function mayLeaveForm(): boolean {
  if (!isAnythingHeld()) return true;
  const may_leave = window.confirm(i18next.t('submit.leave_form_question'));
  if (may_leave) endAllHolding();
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
  shown = next;
  navigate(to, options);
};

/** Another hash of the same page does not leave it. */
function mayShow({ pathname, search }: URL): boolean {
  return (pathname === shown.pathname && search === shown.search) || mayLeave();
}
