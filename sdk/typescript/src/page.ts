/** Lists: one page, and all pages after it. */
import { Call, type FullAnswer } from './call.ts';

/** @throws like the method that returned the list */
export type ReadPage<P> = (after: string | undefined) => Promise<FullAnswer<P>>;

export class Page<T> implements AsyncIterable<T> {
  readonly items: readonly T[];
  /** The cursor of the next page; null on the last. */
  readonly nextAfter: string | null;
  readonly #read: ReadPage<this>;

  constructor(items: readonly T[], nextAfter: string | null, read: ReadPage<Page<T>>) {
    this.items = items;
    this.nextAfter = nextAfter;
    this.#read = read as ReadPage<this>;
  }

  get hasMore(): boolean {
    return this.nextAfter !== null;
  }

  /** @returns null after the last page */
  async nextPage(): Promise<this | null> {
    return this.nextAfter === null ? null : (await this.#read(this.nextAfter)).data;
  }

  /** Iterates over the items of this page and all following pages. */
  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    yield* this.items;
    for (let page = await this.nextPage(); page !== null; page = await page.nextPage()) yield* page.items;
  }
}

/** Awaiting it returns a page; iterating over it, all items. */
export class PageCall<T, P extends Page<T> = Page<T>> extends Call<P> implements AsyncIterable<T> {
  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    yield* await this;
  }
}
