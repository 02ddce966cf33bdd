/** The return value of a method: a promise of the data that also gives access to status and headers. */

export interface FullAnswer<T> {
  data: T;
  status: number;
  headers: Headers;
  /** Quote it when you report a defect. */
  requestId: string | undefined;
  /** Is this the stored answer of the first request with the same key? */
  replayed: boolean;
}

export class Call<T> implements Promise<T> {
  readonly [Symbol.toStringTag] = 'Call';
  readonly #answer: Promise<FullAnswer<T>>;

  constructor(answer: Promise<FullAnswer<T>>) {
    this.#answer = answer;
  }

  /** The data with status, headers and request id. */
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
