/** Lists: a page of what was asked for, and all the pages after it. */
import { Call, type FullAnswer } from './call.ts';

/** @throws as the method does that answered the list */
export type ReadPage<P> = (after: string | undefined) => Promise<FullAnswer<P>>;

export class Page<T> implements AsyncIterable<T> {
  readonly items: readonly T[];
  /** Where the next page begins; null on the last. */
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

  /** The items of this page and of all after it. */
  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    yield* this.items;
    for (let page = await this.nextPage(); page !== null; page = await page.nextPage()) yield* page.items;
  }
}

/** Awaited, a page; iterated over, everything. */
export class PageCall<T, P extends Page<T> = Page<T>> extends Call<P> implements AsyncIterable<T> {
  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    yield* await this;
  }
}
