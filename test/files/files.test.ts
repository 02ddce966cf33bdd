/** Uploaded files over HTTP: what is taken, who reads it, what it belongs to, and when it goes. */
import { createHash } from 'node:crypto';
import { createConnection } from 'node:net';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sweepFiles } from '../../domain/files/index.ts';
import {
  changeContext,
  contentOf,
  createSacco,
  customerBody,
  fileOf,
  must,
  newMember,
  projectOf,
  startService,
  until,
  upload,
  uploaded,
  verifyAll,
  type Project,
  type Sacco,
  type TestService,
} from '../harness/index.ts';
import { expectError } from '../api/samples.ts';

let folder: string;
let service: TestService;
let sacco: Sacco;
let project: Project;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'files-'));
  service = await startService({ env: { DATA_DIR: folder } });
  sacco = await createSacco(service);
  project = sacco.project;
});
afterAll(async () => {
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

const MIB = 1024 * 1024;
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const pathOf = (id: string): string => join(folder, 'files', project.id, 'test', id);
const rowOf = (id: string) => service.ctx.db('files').where({ id }).first();

async function newCustomer(): Promise<string> {
  return must(await project.key.post('/api/v1/customers', customerBody())).body.id;
}

function addDocument(customer: string, more: object) {
  const body = { doc_type: 'passport', number: 'EP0123456', ...more };
  return project.key.post(`/api/v1/customers/${customer}/documents`, body);
}

/** As if their time had come. */
async function makeDue(id: string): Promise<void> {
  await service.ctx
    .db('files')
    .where({ id })
    .update({ due_at: new Date(0) });
}

describe('an upload', () => {
  test.each([
    ['pdf', 'application/pdf'],
    ['jpeg', 'image/jpeg'],
    ['png', 'image/png'],
    ['webp', 'image/webp'],
  ] as const)('of %s is taken for what it is, hashed, and read again', async (type, content_type) => {
    const content = fileOf(type, 200_000);
    const reply = await upload(project.key, content, { name: '../scan of "Abebe".exe' });
    expect(reply.status, reply.text).toBe(201);
    expect(reply.body).toMatchObject({
      purpose: 'kyc_document',
      content_type,
      size_bytes: 200_000,
      sha256: sha256(content),
      belongs_to: null,
      created_by: { type: 'api_key' },
    });
    expect(reply.body.name).not.toMatch(/["/\\]/);
    expect(must(await project.key.get(`/api/v1/files/${reply.body.id}`)).body).toEqual(reply.body);
    const read = await contentOf(project.session, reply.body.id);
    expect(read.bytes.equals(content)).toBe(true);
    expect(Object.fromEntries(read.headers)).toMatchObject({
      'content-type': content_type,
      'content-length': '200000',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'no-store',
    });
    expect(read.headers.get('content-disposition')).toMatch(/^attachment; filename="fil_\w+\.\w+"$/);
  });

  test.each([0, 1, 65_536 - 9, 65_536, 65_537, 131_072, MIB])(
    'of %i bytes behind its beginning comes back as it was',
    async (more) => {
      const content = fileOf('pdf', 9 + more);
      const id = must(await upload(project.key, content)).body.id;
      expect((await contentOf(project.session, id)).bytes.equals(content)).toBe(true);
    },
  );

  test.each([
    ['a script', Buffer.from('<script>alert(1)</script>')],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a program', Buffer.from('MZ\x90\x00\x03')],
    ['nothing', Buffer.alloc(0)],
    ['a PDF behind something else', Buffer.from('GIF89a%PDF-1.7')],
  ])('of %s is refused, whatever it is called', async (_what, content) => {
    const before = await service.ctx.db('files').where({ project_id: project.id }).count();
    expectError(
      await upload(project.key, content, { name: 'passport.pdf' }),
      422,
      'UNPROCESSABLE',
      'file_type_refused',
    );
    expect(await service.ctx.db('files').where({ project_id: project.id }).count()).toEqual(before);
  });

  test('of 10 MiB is taken, of one byte more is 413 and leaves nothing', async () => {
    must(await upload(project.key, fileOf('png', 10 * MIB)));
    const refused = await upload(project.key, fileOf('png', 10 * MIB + 1));
    expectError(refused, 413, 'PAYLOAD_TOO_LARGE');
    expect(refused.body.error.message).toContain('10 MiB');
    const [left] = await service.ctx.db('files').where({ project_id: project.id, status: 'deleting' });
    await sweepFiles(service.ctx);
    expect(await rowOf(left.id)).toBeUndefined();
    expect(readdirSync(join(folder, 'files', 'incoming'))).toEqual([]);
  });

  test('that says that it is larger is refused before it is read', async () => {
    const status = await new Promise<number>((resolve, reject) => {
      const headers = {
        ...project.key.headers,
        'content-type': 'multipart/form-data; boundary=b',
        'content-length': 12 * MIB,
      };
      const url = new URL('/api/v1/files?purpose=kyc_document', service.url);
      const sent = request(url, { method: 'POST', headers }, (response) => {
        resolve(response.statusCode ?? 0);
        sent.destroy();
      });
      sent.on('error', reject).flushHeaders();
    });
    expect(status).toBe(413);
  });

  test('is refused while 200 files of the project belong to nothing, those under way included', async () => {
    const other = await projectOf(project.owner, service.anyone);
    const first = must(await upload(other.key, fileOf('pdf'))).body.id;
    const like = await rowOf(first);
    const copies = (count: number, change: object) =>
      Array.from({ length: count }, (_, n) => ({ ...like, ...change, id: `fil_copy${n}` }));
    const under_way = { status: 'uploading', size_bytes: null, sha256: null };
    const forget = () => service.ctx.db('files').where('id', 'like', 'fil_copy%').delete();
    await service.ctx.db('files').insert(copies(198, {}));
    const replies = await Promise.all(Array.from({ length: 5 }, () => upload(other.key, fileOf('pdf'))));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 429, 429, 429, 429]);
    const refused = replies.find(({ status }) => status === 429) as (typeof replies)[number];
    expectError(refused, 429, 'RATE_LIMITED');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    must(await upload(project.key, fileOf('pdf')));
    await forget();
    // Each may become as large as a file may be: together 1 GiB.
    await service.ctx.db('files').insert(copies(102, under_way));
    expectError(await upload(other.key, fileOf('pdf')), 429, 'RATE_LIMITED');
    await forget();
    must(await upload(other.key, fileOf('pdf')));
  });

  test.each([
    ['another field', { field: 'document' }, /call the field "file"/],
    ['an unknown purpose', { purpose: 'selfie' }, /purpose/],
  ])('with %s is refused', async (_what, options, message) => {
    const refused = await upload(project.key, fileOf('pdf'), options);
    expectError(refused, 400, 'VALIDATION_ERROR');
    expect(refused.body.error.message).toMatch(message);
  });

  test('that is no form, or a form without a file, or with more, is refused', async () => {
    const url = '/api/v1/files?purpose=signed_form';
    expectError(await project.key.post(url, { file: 'x' }), 400, 'VALIDATION_ERROR');
    const send = async (body: FormData) => {
      const response = await fetch(service.url + url, { method: 'POST', headers: project.key.headers, body });
      return [response.status, ((await response.json()) as { error: { code: string } }).error.code];
    };
    const empty = new FormData();
    empty.append('note', 'x');
    expect(await send(empty)).toEqual([400, 'VALIDATION_ERROR']);
    const two = new FormData();
    for (const name of ['a', 'b']) two.append('file', new Blob([new Uint8Array(fileOf('pdf'))]), name);
    expect(await send(two)).toEqual([400, 'VALIDATION_ERROR']);
    for (const type of ['multipart/form-data', 'multipart/form-data; boundary=x']) {
      const headers = { ...project.key.headers, 'content-type': type };
      const response = await fetch(service.url + url, { method: 'POST', headers, body: 'not a form' });
      expect(response.status).toBe(400);
    }
  });

  test('whose body has no length and never comes to its file is 413', async () => {
    const url = new URL('/api/v1/files?purpose=kyc_document', service.url);
    const headers = { ...project.key.headers, 'content-type': 'multipart/form-data; boundary=b' };
    const status = await new Promise<number>((resolve, reject) => {
      const sent = request(url, { method: 'POST', headers }, (response) => {
        resolve(response.statusCode ?? 0);
        sent.destroy();
      });
      sent.on('error', reject);
      const nothing = Buffer.alloc(64 * 1024, 'x');
      const send = (): void => {
        if (!sent.destroyed) sent.write(nothing, send);
      };
      send();
    });
    expect(status).toBe(413);
  });

  test.each([
    ['headers without an end', `--b\r\n${'x-more: y\r\n'.repeat(20_000)}`],
    [
      'a header as long as a book',
      `--b\r\ncontent-disposition: form-data; name="${'f'.repeat(200_000)}"\r\n\r\n`,
    ],
    ['thousands of fields', `--b\r\ncontent-disposition: form-data; name="f"\r\n\r\nv\r\n`.repeat(2_000)],
    ['thousands of empty parts', '--b\r\n\r\n\r\n'.repeat(5_000)],
    ['many malformed headers', '--b\r\n(\r\n\r\n'.repeat(5_000)],
    ['boundaries alone', '--b\r\n'.repeat(20_000)],
    ['an end before anything', '--b--\r\n'],
  ])('of a form of %s is refused', async (_what, body) => {
    const before = await service.ctx.db('files').where({ project_id: project.id }).count();
    const headers = { ...project.key.headers, 'content-type': 'multipart/form-data; boundary=b' };
    const sent = await fetch(`${service.url}/api/v1/files?purpose=kyc_document`, {
      method: 'POST',
      headers,
      body,
    });
    const { error } = (await sent.json()) as { error: { code: string } };
    expect([sent.status, error.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(await service.ctx.db('files').where({ project_id: project.id }).count()).toEqual(before);
  });

  test.each([
    ['very long', 'x'.repeat(5_000)],
    ['of other signs', 'አ\u202Egpj\u200B.exe\r\n'],
    ['of dots', '../../../../etc/passwd'],
    ['empty', ' '],
  ])('whose name is %s is kept under a plain name', async (_what, name) => {
    const { body } = must(await upload(project.key, fileOf('pdf'), { name }));
    expect(body.name).toMatch(/^[^\p{C}"\\/]{1,255}$/u);
    expect((await contentOf(project.session, body.id)).headers.get('content-disposition')).toBe(
      `attachment; filename="${body.id}.pdf"`,
    );
  });

  test('that breaks off leaves no file, once it is swept', async () => {
    const [before] = await service.ctx.db('files').max('id as id');
    const head = `POST /api/v1/files?purpose=kyc_document HTTP/1.1\r\nhost: x\r\nx-api-key: ${project.key.headers['x-api-key']}\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 500000\r\n\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="x.pdf"\r\n\r\n`;
    const socket = createConnection({ port: Number(new URL(service.url).port), host: '127.0.0.1' });
    socket.write(head);
    socket.write(fileOf('pdf', 100_000));
    const begun = () =>
      service.ctx
        .db('files')
        .where({ project_id: project.id })
        .where('id', '>', before?.['id'] ?? '')
        .first();
    await until('it is being received', async () => (await begun()) !== undefined);
    const { id } = await begun();
    socket.destroy();
    await until('it was given up', async () => (await rowOf(id)).status === 'deleting');
    await sweepFiles(service.ctx);
    expect(await rowOf(id)).toBeUndefined();
    // Its row says so a little before the content that had come is removed.
    await until('nothing is left', () => readdirSync(join(folder, 'files', 'incoming')).length === 0);
  });

  test('beside another one: each keeps its own content', async () => {
    const contents = Array.from({ length: 8 }, () => fileOf('webp', 300_000));
    const replies = await Promise.all(contents.map((content) => upload(project.key, content)));
    for (const [i, reply] of replies.entries()) {
      const { bytes } = await contentOf(project.session, must(reply).body.id);
      expect(bytes.equals(contents[i] as Buffer)).toBe(true);
    }
  });

  test('is sealed on the disk, and opens under its own key alone', async () => {
    const content = Buffer.concat([fileOf('pdf'), Buffer.from('A-NAME-THAT-NOBODY-MAY-READ'.repeat(50))]);
    const id = must(await upload(project.key, content)).body.id;
    const stored = readFileSync(pathOf(id));
    expect(stored.includes('A-NAME-THAT-NOBODY-MAY-READ')).toBe(false);
    expect(stored.includes('%PDF')).toBe(false);
    const { key_sealed } = await rowOf(id);
    const other = must(await upload(project.key, content)).body.id;
    await service.ctx
      .db('files')
      .where({ id })
      .update({ key_sealed: (await rowOf(other)).key_sealed });
    expect((await contentOf(project.session, id)).status).toBe(500);
    await service.ctx.db('files').where({ id }).update({ key_sealed });
    expect((await contentOf(project.session, id)).status).toBe(200);
  });

  test('while the store is out of reach is refused', async () => {
    const put = () => Promise.reject(new Error('out of reach'));
    changeContext(service.ctx, { files: { ...service.ctx.files, put } });
    expectError(await upload(project.key, fileOf('pdf')), 503, 'SERVICE_UNAVAILABLE');
  });
});

describe('whoever reads it', () => {
  test('is staff of the project, not a key; each opened document is recorded', async () => {
    const id = must(await upload(project.key, fileOf('pdf'))).body.id;
    expect((await contentOf(sacco.maker, id)).status).toBe(200);
    expect((await contentOf(project.key, id)).status).toBe(403);
    expect((await contentOf(service.anyone, id)).status).toBe(401);
    const { body } = must(
      await project.owner.client.get(`/api/projects/${project.id}/audit-log?environment=test&limit=5`),
    );
    expect(body.audit_log).toContainEqual(expect.objectContaining({ action: 'file.opened', subject: id }));
  });

  test('has it open only once that is recorded, and no longer than it reads', async () => {
    const id = must(await upload(project.key, fileOf('pdf', 8 * MIB))).body.id;
    const { files } = service.ctx;
    const recorded: number[] = [];
    let content: Readable | undefined;
    const get: typeof files.get = async (name) => {
      const entries = service.ctx.db('audit_log').where({ action: 'file.opened', subject: id });
      recorded.push((await entries).length);
      content = await files.get(name);
      return content;
    };
    changeContext(service.ctx, { files: { ...files, get } });
    const url = new URL(`/api/v1/files/${id}/content`, service.url);
    const sent = request(url, { headers: project.session.headers }).end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    expect([answer.statusCode, recorded]).toEqual([200, [1]]);
    answer.destroy();
    await until('it is closed', () => content?.destroyed === true);
  });

  test('finds no file of another project or environment', async () => {
    const id = must(await upload(project.key, fileOf('pdf'))).body.id;
    const other = await projectOf(project.owner, service.anyone);
    for (const client of [other.session, project.live_session]) {
      expect((await contentOf(client, id)).status).toBe(404);
      expectError(await client.get(`/api/v1/files/${id}`), 404, 'NOT_FOUND');
    }
    const customer = must(await other.key.post('/api/v1/customers', customerBody())).body.id;
    const body = { doc_type: 'passport', number: 'EP0123456', file_id: id };
    expectError(await other.key.post(`/api/v1/customers/${customer}/documents`, body), 404, 'NOT_FOUND');
  });
});

describe('what it belongs to', () => {
  test('a KYC document, with the hash of its content, and no other', async () => {
    const content = fileOf('jpeg');
    const file_id = must(await upload(project.key, content)).body.id;
    const customer = await newCustomer();
    const { body } = must(await addDocument(customer, { file_id }));
    expect(body).toMatchObject({ file_id, file_url: null, file_sha256: sha256(content) });
    const belongs_to = { type: 'document', id: body.id };
    expect(must(await project.key.get(`/api/v1/files/${file_id}`)).body).toMatchObject({ belongs_to });
    expectError(await addDocument(customer, { file_id }), 409, 'CONFLICT', 'file_taken');
    for (const more of [{ file_url: 'https://a.example/x' }, { file_sha256: 'a'.repeat(64) }])
      expectError(await addDocument(customer, { file_id, ...more }), 400, 'VALIDATION_ERROR');
    const photo = await uploaded(project.key, 'member_photo');
    expectError(
      await addDocument(customer, { file_id: photo }),
      422,
      'UNPROCESSABLE',
      'file_purpose_differs',
    );
  });

  test('what was uploaded for nothing named may be given to anything, and is for that from then on', async () => {
    const content = fileOf('png');
    const unnamed = must(await upload(project.key, content, { purpose: null })).body;
    expect(unnamed.purpose).toBeNull();
    expect((await contentOf(project.session, unnamed.id)).bytes.equals(content)).toBe(true);
    must(await addDocument(await newCustomer(), { file_id: unnamed.id }));
    expect(must(await project.key.get(`/api/v1/files/${unnamed.id}`)).body.purpose).toBe('kyc_document');
  });

  test('a member; what is replaced goes, with its content', async () => {
    const member = await newMember(sacco);
    const put = (body: object) => sacco.maker.put(`/api/v1/sacco/members/${member}/files`, body);
    const first = await uploaded(sacco.maker, 'member_photo');
    const signature = await uploaded(sacco.maker, 'member_signature');
    const { body } = must(await put({ photo_file_id: first, signature_file_id: signature }));
    expect(body).toMatchObject({ photo_file_id: first, signature_file_id: signature });
    must(await put({ photo_file_id: first }));
    const second = await uploaded(sacco.maker, 'member_photo', fileOf('png'));
    expect(must(await put({ photo_file_id: second })).body).toMatchObject({ signature_file_id: signature });
    expectError(await sacco.maker.get(`/api/v1/files/${first}`), 404, 'NOT_FOUND');
    expect(existsSync(pathOf(first))).toBe(true);
    await sweepFiles(service.ctx);
    expect([existsSync(pathOf(first)), await rowOf(first)]).toEqual([false, undefined]);
    expect((await contentOf(sacco.maker, second)).status).toBe(200);
    must(await put({ signature_file_id: null }));
    await sweepFiles(service.ctx);
    expect(existsSync(pathOf(signature))).toBe(false);
    const other = await newMember(sacco);
    const taken = await sacco.maker.put(`/api/v1/sacco/members/${other}/files`, { photo_file_id: second });
    expectError(taken, 409, 'CONFLICT', 'file_taken');
  });

  test('one file for two at once: one has it', async () => {
    const file_id = must(await upload(project.key, fileOf('pdf'))).body.id;
    const customers = await Promise.all([newCustomer(), newCustomer(), newCustomer()]);
    const replies = await Promise.all(customers.map((customer) => addDocument(customer, { file_id })));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
  });
});

describe('the sweep', () => {
  test('takes what nobody used, and nothing that belongs to something', async () => {
    const unused = must(await upload(project.key, fileOf('pdf'))).body.id;
    const used = must(await upload(project.key, fileOf('pdf'))).body.id;
    must(await addDocument(await newCustomer(), { file_id: used }));
    await sweepFiles(service.ctx);
    expect(existsSync(pathOf(unused))).toBe(true);
    await makeDue(unused);
    await sweepFiles(service.ctx);
    expect([existsSync(pathOf(unused)), existsSync(pathOf(used))]).toEqual([false, true]);
  });

  test('beside a document that takes the file: the file is whole, or the document refused', async () => {
    for (let n = 0; n < 10; n++) {
      const file_id = must(await upload(project.key, fileOf('pdf'))).body.id;
      const customer = await newCustomer();
      await makeDue(file_id);
      const [added] = await Promise.all([addDocument(customer, { file_id }), sweepFiles(service.ctx)]);
      const { status } = await contentOf(project.session, file_id);
      expect([added.status, status]).toEqual(added.status === 201 ? [201, 200] : [404, 404]);
    }
  });

  test('finds what a process left that died between content and row, or between row and content', async () => {
    const id = must(await upload(project.key, fileOf('pdf'))).body.id;
    // It died before the row said that the content is there.
    const died = { status: 'uploading', size_bytes: null, sha256: null, due_at: new Date(0) };
    await service.ctx.db('files').where({ id }).update(died);
    expectError(await project.key.get(`/api/v1/files/${id}`), 404, 'NOT_FOUND');
    const before = must(await upload(project.key, fileOf('pdf'))).body.id;
    await rm(pathOf(before));
    await service.ctx.db('files').where({ id: before }).update(died);
    await sweepFiles(service.ctx);
    expect(existsSync(pathOf(id))).toBe(false);
    expect([await rowOf(id), await rowOf(before)]).toEqual([undefined, undefined]);
  });

  test('that takes the row while the content is stored: the content goes, too', async () => {
    const { files } = service.ctx;
    let stored = '';
    const put: typeof files.put = async (name, file) => {
      await files.put(name, file);
      stored = name;
      await makeDue(name.split('/').at(-1) as string);
      await service.ctx
        .db('files')
        .where({ id: name.split('/').at(-1) })
        .delete();
    };
    changeContext(service.ctx, { files: { ...files, put } });
    expect((await upload(project.key, fileOf('pdf'))).status).toBe(500);
    changeContext(service.ctx, { files });
    expect(existsSync(join(folder, 'files', stored))).toBe(false);
  });

  test('leaves the row where the store is out of reach, and comes again', async () => {
    const id = must(await upload(project.key, fileOf('pdf'))).body.id;
    await makeDue(id);
    const { files } = service.ctx;
    const unreachable = () => Promise.reject(new Error('out of reach'));
    changeContext(service.ctx, { files: { ...files, delete: unreachable } });
    await sweepFiles(service.ctx);
    expect(await rowOf(id)).toMatchObject({ status: 'deleting' });
    changeContext(service.ctx, { files });
    await makeDue(id);
    await sweepFiles(service.ctx);
    expect(await rowOf(id)).toBeUndefined();
  });
});
