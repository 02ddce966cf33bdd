/** What a method answers at once: a promise of the data, from which status and headers can be had too. */

export interface FullAnswer<T> {
  data: T;
  status: number;
  headers: Headers;
  /** Quote it when reporting a defect. */
  requestId: string | undefined;
  /** Was this answered from the first request under the same key? */
  replayed: boolean;
}

export class Call<T> implements Promise<T> {
  readonly [Symbol.toStringTag] = 'Call';
  readonly #answer: Promise<FullAnswer<T>>;

  constructor(answer: Promise<FullAnswer<T>>) {
    this.#answer = answer;
  }

  /** The data with status, headers and the request's id. */
  withResponse(): Promise<FullAnswer<T>> {
    return this.#answer;
  }

  then<A = T, B = never>(
    onFulfilled?: ((data: T) => A | PromiseLike<A>) | null,
    onRejected?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#answer.then(({ data }) => data).then(onFulfilled, onRejected);
  }

  catch<B = never>(onRejected?: ((error: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.then(null, onRejected);
  }

  finally(onFinally?: (() => void) | null): Promise<T> {
    return this.then(null).finally(onFinally);
  }
}
