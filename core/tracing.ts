/**
 * Spans of requests, jobs, statements and calls to others, for OpenTelemetry. Nothing of it is loaded unless an endpoint is
 * configured; without one `startSpan` is a comparison with null.
 */
import type { Exporting, OpenSpan, SpanRequest } from './span.port.ts';
import { currentWork } from './work.ts';

let exporting: Exporting | null = null;

/**
 * Sends spans from now on.
 * @param endpoint of a collector for OTLP over HTTP
 * @returns what sends the last ones and ends it
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

/** Of what the present work asks of another system. @returns null when nothing is traced, or it is nobody's work */
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
