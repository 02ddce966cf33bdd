/** Files in a store that speaks S3: signed requests, sealed contents, and what happens while it is out of reach. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseFilesUrl } from '../../core/files/files-url.ts';
import { sweepFiles } from '../../domain/files/index.ts';
import {
  contentOf,
  createProject,
  fileOf,
  must,
  startService,
  upload,
  type Project,
  type TestService,
} from '../harness/index.ts';
import { standInS3, type StandInS3 } from '../stand-ins/s3.ts';
import { expectError } from '../api/samples.ts';

let store: StandInS3;
let service: TestService;
let project: Project;

beforeAll(async () => {
  store = await standInS3();
  service = await startService({ env: { FILES_URL: store.url } });
  project = await createProject(service.anyone);
});
afterAll(async () => {
  await service.stop();
  await store.close();
});

const nameOf = (id: string): string => `/umoja-files/kyc/${project.id}/test/${id}`;

test.each([2_000, 65_536, 3_000_000])('a file of %i bytes is put sealed, read and deleted', async (bytes) => {
  const content = fileOf('pdf', bytes);
  const reply = await upload(project.key, content);
  expect([reply.status, store.refused], reply.text).toEqual([201, []]);
  const { id } = reply.body;
  const stored = store.objects.get(nameOf(id)) as Buffer;
  expect(stored.length).toBeGreaterThan(bytes);
  expect(stored.includes('%PDF')).toBe(false);
  expect((await contentOf(project.session, id)).bytes.equals(content)).toBe(true);
  await service.ctx
    .db('files')
    .where({ id })
    .update({ due_at: new Date(0) });
  await sweepFiles(service.ctx);
  expect([store.objects.has(nameOf(id)), store.refused]).toEqual([false, []]);
  expect(await service.ctx.db('files').where({ id }).first()).toBeUndefined();
});

test('a fault that passes is not seen', async () => {
  store.failNext(2);
  const content = fileOf('webp');
  const { id } = must(await upload(project.key, content)).body;
  store.failNext(2);
  expect((await contentOf(project.session, id)).bytes.equals(content)).toBe(true);
});

test('two at once each have their own', async () => {
  const contents = [fileOf('png', 500_000), fileOf('png', 500_000)];
  const replies = await Promise.all(contents.map((content) => upload(project.key, content)));
  for (const [i, reply] of replies.entries()) {
    const { bytes } = await contentOf(project.session, must(reply).body.id);
    expect(bytes.equals(contents[i] as Buffer)).toBe(true);
  }
});

test('a content that was changed in the store is not answered as whole', async () => {
  const { id } = must(await upload(project.key, fileOf('jpeg', 100_000))).body;
  const stored = store.objects.get(nameOf(id)) as Buffer;
  store.objects.set(nameOf(id), Buffer.concat([stored.subarray(0, 70_000), stored.subarray(70_100)]));
  await expect(contentOf(project.session, id)).rejects.toThrow('terminated');
  store.objects.set(nameOf(id), stored.subarray(0, 65_552));
  expect((await contentOf(project.session, id)).status).toBe(500);
});

test('while it is out of reach nothing is taken, and what waits to be deleted waits on', async () => {
  const { id } = must(await upload(project.key, fileOf('jpeg'))).body;
  store.failNext(100);
  expectError(await upload(project.key, fileOf('jpeg')), 503, 'SERVICE_UNAVAILABLE');
  expect((await contentOf(project.session, id)).status).toBe(503);
  await service.ctx
    .db('files')
    .where({ id })
    .update({ due_at: new Date(0) });
  await sweepFiles(service.ctx);
  expect(await service.ctx.db('files').where({ id }).first()).toMatchObject({ status: 'deleting' });
  store.failNext(0);
  await service.ctx
    .db('files')
    .where({ id })
    .update({ due_at: new Date(0) });
  await sweepFiles(service.ctx);
  expect(await service.ctx.db('files').where({ id }).first()).toBeUndefined();
});

test('its address', () => {
  expect(parseFilesUrl('https://s3.example/bucket')).toEqual({
    endpoint: 'https://s3.example',
    bucket: 'bucket',
    prefix: '',
    region: 'us-east-1',
    credentials: null,
  });
  expect(parseFilesUrl('http://a%2Fb:c%40d@10.0.0.1:9000/b/x/y/?region=eu-1')).toEqual({
    endpoint: 'http://10.0.0.1:9000',
    bucket: 'b',
    prefix: 'x/y/',
    region: 'eu-1',
    credentials: { accessKeyId: 'a/b', secretAccessKey: 'c@d' },
  });
  for (const wrong of [
    's3://bucket',
    'https://s3.example',
    'https://key@s3.example/b',
    'https://s3.example/b?acl=x',
  ])
    expect(() => parseFilesUrl(wrong)).toThrow(/^must /);
});
