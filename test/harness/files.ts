/** Uploads, as forms send them. */
import type { Client, Reply } from './client.ts';
import { fileOf } from './contents.ts';
import { must } from './people.ts';

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
