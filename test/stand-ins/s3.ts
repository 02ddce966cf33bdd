/** A store that speaks S3, as far as files need it: it checks the signature of every request (SigV4) and the checksum of what is put. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface StandInS3 {
  /** FILES_URL for the bucket. */
  url: string;
  objects: Map<string, Buffer>;
  /** Requests that were refused, and why. */
  refused: string[];
  /** Answers the next requests with 503. */
  failNext(count: number): void;
  close(): Promise<void>;
}

const KEY = 'AKIATEST';
const SECRET = 'a secret/with+signs';
const REGION = 'af-south-1';

export async function standInS3(): Promise<StandInS3> {
  const objects = new Map<string, Buffer>();
  const refused: string[] = [];
  let to_fail = 0;
  const server: Server = createServer((request, response) => {
    void answer(request, response);
  });
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    if (to_fail > 0) {
      to_fail--;
      response.writeHead(503).end();
      return;
    }
    const problem = problemOf(request, body);
    if (problem !== null) {
      refused.push(problem);
      response.writeHead(403, { 'content-type': 'application/xml' });
      response.end(`<Error><Code>SignatureDoesNotMatch</Code><Message>${problem}</Message></Error>`);
      return;
    }
    const name = decodeURIComponent(new URL(request.url ?? '', 'http://s3').pathname);
    if (request.method === 'PUT') {
      objects.set(name, body);
      response.writeHead(200, { etag: '"x"' }).end();
    } else if (request.method === 'DELETE') {
      objects.delete(name);
      response.writeHead(204).end();
    } else {
      const found = objects.get(name);
      if (found) response.writeHead(200, { 'content-length': found.length }).end(found);
      else
        response
          .writeHead(404, { 'content-type': 'application/xml' })
          .end('<Error><Code>NoSuchKey</Code><Message>none</Message></Error>');
    }
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${KEY}:${encodeURIComponent(SECRET)}@127.0.0.1:${port}/umoja-files/kyc?region=${REGION}`,
    objects,
    refused,
    failNext(count) {
      to_fail = count;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

const hex = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');
const mac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** @returns why the request is not to be trusted; null when it is */
function problemOf({ method = '', url = '', headers }: IncomingMessage, body: Buffer): string | null {
  const found =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    );
  if (!found) return `no signature: ${headers.authorization}`;
  const [, key, day = '', region, signed = '', signature = ''] = found;
  if (key !== KEY || region !== REGION) return `another key or region: ${key} ${region}`;
  const at = String(headers['x-amz-date']);
  if (!at.startsWith(day)) return 'another day';
  const content = String(headers['x-amz-content-sha256']);
  if (content !== 'UNSIGNED-PAYLOAD' && content !== hex(body)) return 'another content';
  const checksum = headers['x-amz-checksum-sha256'];
  if (method === 'PUT') {
    if (Number(headers['content-length']) !== body.length) return 'another length';
    if (checksum !== createHash('sha256').update(body).digest('base64')) return 'another checksum';
    if (!signed.split(';').includes('x-amz-checksum-sha256')) return 'the checksum is not signed';
  }
  const { pathname, searchParams } = new URL(url, 'http://s3');
  const query = [...searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .toSorted()
    .join('&');
  const canonical = [
    method,
    pathname,
    query,
    ...signed.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    signed,
    content,
  ].join('\n');
  const to_sign = ['AWS4-HMAC-SHA256', at, `${day}/${region}/s3/aws4_request`, hex(canonical)].join('\n');
  const signing = [day, REGION, 's3', 'aws4_request'].reduce<Buffer | string>(
    (derived, part) => mac(derived, part),
    `AWS4${SECRET}`,
  );
  const expected = mac(signing, to_sign);
  return timingSafeEqual(expected, Buffer.from(signature, 'hex')) ? null : 'another signature';
}
