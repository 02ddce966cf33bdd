/**
 * Spans of requests, jobs, statements and outbound calls, for OpenTelemetry. Without a configured endpoint nothing is loaded,
 * and `startSpan` is a comparison with null.
 */
import type { Exporting, OpenSpan, SpanRequest } from './span.port.ts';
import { currentWork } from './work.ts';

let exporting: Exporting | null = null;

/**
 * Starts to export spans.
 * @param endpoint of a collector for OTLP over HTTP
 * @returns a function that sends the remaining spans and stops
 */
export async function openTracing(endpoint: string): Promise<() => Promise<void>> {
  const { exportTo } = await import('./open-telemetry.ts');
  const opened = exportTo(endpoint);
  exporting = opened;
  return async () => {
    if (exporting === opened) exporting = null;
    await opened.close();
  };
}

export function isTracing(): boolean {
  return exporting !== null;
}

/** A span for a call of the current work to another system. @returns null when nothing is traced or there is no current work */
export function startClientSpan(
  name: string,
  attributes: NonNullable<SpanRequest['attributes']>,
): OpenSpan | null {
  const parent = currentWork()?.traceparent;
  return parent === undefined ? null : startSpan(name, { kind: 'client', parent, attributes });
}

/** @returns null when nothing is traced */
export function startSpan(name: string, request: SpanRequest): OpenSpan | null {
  return exporting === null ? null : exporting.start(name, request);
}
