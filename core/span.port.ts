/** The interface between tracing and the library that exports spans. */
export type SpanAttributes = Record<string, string | number | string[]>;

export interface SpanRequest {
  kind: 'server' | 'consumer' | 'client';
  /** As in the header `traceparent`; anything else is ignored. */
  parent?: string | undefined;
  attributes?: SpanAttributes;
}

export interface OpenSpan {
  /** Names this span as the parent of others. */
  traceparent: string;
  /** @param name replaces the name, if it is known only at the end */
  end(result?: { name?: string; attributes?: SpanAttributes; error?: unknown }): void;
}

export interface Exporting {
  start(name: string, request: SpanRequest): OpenSpan;
  /** Sends the remaining spans and stops. */
  close(): Promise<void>;
}
