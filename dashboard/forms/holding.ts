/** The forms that hold what somebody has typed and not sent. */
const holding = new Set<object>();

/** From now on the browser asks before the tab is closed. @param form identifies the form */
export function beginHolding(form: object): void {
  holding.add(form);
  window.addEventListener('beforeunload', ask);
}

export function endHolding(form: object): void {
  holding.delete(form);
  if (holding.size === 0) window.removeEventListener('beforeunload', ask);
}

export function endAllHolding(): void {
  for (const form of holding) endHolding(form);
}

export function isAnythingHeld(): boolean {
  return holding.size > 0;
}

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
