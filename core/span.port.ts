/** What tracing asks of the library that exports spans. */
export interface SpanRequest {
  kind: 'server' | 'consumer' | 'client';
  /** As in the header `traceparent`; what does not look like one is left out. */
  parent?: string | undefined;
  attributes?: Record<string, string | number>;
}

export interface OpenSpan {
  /** Names this span as the parent of others. */
  traceparent: string;
  /** @param name where only the end tells what it was */
  end(result?: { name?: string; attributes?: Record<string, string | number>; error?: unknown }): void;
}

export interface Exporting {
  start(name: string, request: SpanRequest): OpenSpan;
  /** Sends what is left, and stops. */
  close(): Promise<void>;
}
