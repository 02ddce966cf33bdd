/** Papers over HTTP. */
import { expect } from 'vitest';
import type { Client } from './client.ts';
import { pdfText } from './pdf-text.ts';

/** What is answered to who asks for a PDF. */
export async function fetchPdf(
  client: Client,
  path: string,
): Promise<{ status: number; headers: Headers; bytes: Buffer }> {
  const headers = { ...client.headers, accept: 'application/pdf' };
  const response = await fetch(client.base_url + path, { headers });
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

/** @throws AssertionError unless it is a PDF */
export async function fetchPaper(client: Client, path: string): Promise<Buffer> {
  const { status, headers, bytes } = await fetchPdf(client, path);
  expect([status, headers.get('content-type')], bytes.toString('latin1').slice(0, 300)).toEqual([
    200,
    'application/pdf',
  ]);
  return bytes;
}

/** The code on a paper, in groups. */
export function codeOn(bytes: Uint8Array): string {
  const [code] = /[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(pdfText(bytes)) ?? [];
  return code as string;
}
