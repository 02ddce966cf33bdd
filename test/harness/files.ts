/** Uploads, as forms send them, and contents that are what they say. */
import { randomBytes } from 'node:crypto';
import type { Client, Reply } from './client.ts';
import { must } from './people.ts';

const BEGINNINGS = {
  pdf: Buffer.from('%PDF-1.7\n'),
  jpeg: Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
  png: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  webp: Buffer.from('RIFF\x10\x00\x00\x00WEBPVP8 ', 'latin1'),
};

/** A file that begins like one of its type; the rest is random. */
export function fileOf(type: keyof typeof BEGINNINGS, bytes = 2_000): Buffer {
  const head = BEGINNINGS[type];
  return Buffer.concat([head, randomBytes(Math.max(0, bytes - head.length))]);
}

export async function upload(
  client: Client,
  content: Buffer,
  {
    purpose = 'kyc_document',
    name = 'scan.pdf',
    field = 'file',
  }: { purpose?: string | null; name?: string; field?: string } = {},
): Promise<Reply> {
  const form = new FormData();
  form.append(field, new Blob([new Uint8Array(content)]), name);
  const query = purpose === null ? '' : `?purpose=${purpose}`;
  const response = await fetch(`${client.base_url}/api/v1/files${query}`, {
    method: 'POST',
    headers: client.headers,
    body: form,
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: JSON.parse(text), text };
}

/** The id of an uploaded file. */
export async function uploaded(
  client: Client,
  purpose: string,
  content = fileOf('jpeg'),
  name = 'photo.jpg',
): Promise<string> {
  return must(await upload(client, content, { purpose, name })).body.id;
}

/** The content of a file, as staff read it. */
export async function contentOf(
  client: Client,
  id: string,
): Promise<{ status: number; headers: Headers; bytes: Buffer }> {
  const response = await fetch(`${client.base_url}/api/v1/files/${id}/content`, { headers: client.headers });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes };
}
