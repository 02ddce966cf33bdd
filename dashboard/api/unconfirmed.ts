/** The requests under way whose outcome the page waits for. Whoever leaves the page would not see it. */
const waiting = new Set<object>();

/** From now on the browser asks before the tab is closed. @param request identifies the request */
export function beginWaiting(request: object): void {
  waiting.add(request);
  window.addEventListener('beforeunload', ask);
}

export function endWaiting(request: object): void {
  waiting.delete(request);
  if (waiting.size === 0) window.removeEventListener('beforeunload', ask);
}

/** The page is left without waiting any longer. */
export function endAllWaiting(): void {
  for (const request of waiting) endWaiting(request);
}

export function isAnyWaiting(): boolean {
  return waiting.size > 0;
}

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
