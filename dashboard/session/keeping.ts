/** What would be lost with the page: while there is something, the browser itself asks before the tab is closed. */
class Kept {
  readonly #holders = new Set<object>();

  /** @param holder identifies what is kept */
  begin(holder: object): void {
    this.#holders.add(holder);
    window.addEventListener('beforeunload', ask);
  }

  end(holder: object): void {
    this.#holders.delete(holder);
    if (!ALL.some((kept) => kept.isAny())) window.removeEventListener('beforeunload', ask);
  }

  /** The page is left all the same. */
  endAll(): void {
    for (const holder of this.#holders) this.end(holder);
  }

  isAny(): boolean {
    return this.#holders.size > 0;
  }
}

/** The requests under way whose outcome the page waits for. Whoever leaves the page would not see it. */
export const unconfirmed = new Kept();
/** The forms in which somebody has typed, and which are not sent. */
export const unsent = new Kept();
/** The same of forms whose draft stays when the page is left. */
export const drafts = new Kept();

const ALL: readonly Kept[] = [unconfirmed, unsent, drafts];

export function isAnythingTyped(): boolean {
  return unsent.isAny() || drafts.isAny();
}

/** The form was sent, or is gone. */
export function endTyped(form: object): void {
  unsent.end(form);
  drafts.end(form);
}

export function endAllTyped(): void {
  unsent.endAll();
  drafts.endAll();
}

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
