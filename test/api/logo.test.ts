/** The logo of a cooperative over HTTP: which pictures are taken, who changes it, and that papers show it. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { INVARIANTS } from '../../app/compose.ts';
import { sweepFiles } from '../../domain/files/index.ts';
import {
  changeContext,
  contentOf,
  createSacco,
  differences,
  fetchPaper,
  fetchPdf,
  fileOf,
  LOGO_PNG,
  logoJpeg,
  moving,
  must,
  newMember,
  pdfText,
  startService,
  upload,
  uploaded,
  verifyAll,
  type Client,
  type Sacco,
  type TestService,
} from '../harness/index.ts';
import { expectError } from './samples.ts';

let folder: string;
let service: TestService;
let sacco: Sacco;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'logo-'));
  service = await startService({ env: { DATA_DIR: folder } });
  sacco = await createSacco(service);
});
afterAll(async () => {
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

const PATH = '/api/v1/sacco/logo';
const newLogo = (content = LOGO_PNG): Promise<string> => uploaded(sacco.admin, 'logo', content, 'logo.png');
const put = (logo_file_id: string | null, client: Client = sacco.admin) => client.put(PATH, { logo_file_id });
const shown = async (client: Client = sacco.maker): Promise<string | null> =>
  must(await client.get('/api/v1/sacco/settings')).body.logo_file_id;
const pathOf = (id: string): string => join(folder, 'files', sacco.project.id, 'test', id);

test('it is set, shown to everybody, replaced and removed; what it replaces goes with its content', async () => {
  expect(await shown()).toBeNull();
  const first = await newLogo();
  const before = must(await sacco.admin.get('/api/v1/sacco/settings')).body;
  expect(must(await put(first)).body).toEqual({ ...before, logo_file_id: first });
  must(await put(first));
  expect(await shown()).toBe(first);
  const { status, bytes } = await contentOf(sacco.maker, first);
  expect([status, bytes.equals(LOGO_PNG)]).toEqual([200, true]);
  const belongs_to = { type: 'cooperative', id: sacco.project.id };
  expect(must(await sacco.maker.get(`/api/v1/files/${first}`)).body).toMatchObject({ belongs_to });
  const second = await newLogo(logoJpeg());
  must(await put(second));
  expectError(await sacco.maker.get(`/api/v1/files/${first}`), 404, 'NOT_FOUND');
  await sweepFiles(service.ctx);
  expect([existsSync(pathOf(first)), existsSync(pathOf(second))]).toEqual([false, true]);
  expect(must(await put(null)).body.logo_file_id).toBeNull();
  await sweepFiles(service.ctx);
  expect(existsSync(pathOf(second))).toBe(false);
  const audit = `/api/projects/${sacco.project.id}/audit-log?environment=test&limit=50`;
  const { audit_log } = must(await sacco.project.owner.client.get(audit)).body;
  const changes = audit_log.filter(({ action }: { action: string }) => action === 'sacco.logo_changed');
  expect(changes.map(({ details }: { details: object }) => details)).toEqual([
    { logo_file_id: null },
    { logo_file_id: second },
    { logo_file_id: first },
  ]);
  // A logo is shown on every page: nobody is recorded for looking at it.
  expect(audit_log.some(({ action }: { action: string }) => action === 'file.opened')).toBe(false);
});

test.each<[string, Buffer, RegExp]>([
  ['a WebP', fileOf('webp'), /PNG or JPEG/],
  ['a damaged PNG', LOGO_PNG.subarray(0, -20), /damaged/],
  ['a large picture', logoJpeg({ width: 4_000, height: 3_000 }), /4000 × 3000 pixels/],
])('%s is refused when it is uploaded, and nothing is stored', async (_what, content, message) => {
  const stored = () => service.ctx.db('files').where({ project_id: sacco.project.id }).pluck('id');
  const before = await stored();
  const refused = await upload(sacco.admin, content, { purpose: 'logo', name: 'logo.png' });
  expectError(refused, 422, 'UNPROCESSABLE', 'logo_refused');
  expect(refused.body.error.message).toMatch(message);
  expect(await stored()).toEqual(before);
});

test('100 kB are taken, and one byte more is 413', async () => {
  const padded = (bytes: number): Buffer => {
    const jpeg = logoJpeg();
    return Buffer.concat([jpeg, Buffer.alloc(bytes - jpeg.length)]);
  };
  must(await upload(sacco.admin, padded(100_000), { purpose: 'logo' }));
  const refused = await upload(sacco.admin, padded(100_001), { purpose: 'logo' });
  expectError(refused, 413, 'PAYLOAD_TOO_LARGE');
  expect(refused.body.error.message).toContain('100 kB');
});

test('neither tellers nor keys change it, nor does a file of another purpose, project or cooperative become one', async () => {
  const logo = await newLogo();
  expectError(await put(logo, sacco.maker), 403, 'FORBIDDEN');
  expectError(await put(logo, sacco.checker), 403, 'FORBIDDEN');
  expectError(await put(logo, sacco.project.key), 403, 'FORBIDDEN');
  const unnamed = must(await upload(sacco.admin, fileOf('pdf'), { purpose: null })).body.id;
  expectError(await put(unnamed), 422, 'UNPROCESSABLE', 'file_purpose_differs');
  expectError(
    await put(await uploaded(sacco.admin, 'member_photo')),
    422,
    'UNPROCESSABLE',
    'file_purpose_differs',
  );
  expectError(await sacco.admin.put(PATH, {}), 400, 'VALIDATION_ERROR');
  const other = await createSacco(service);
  expectError(await put(logo, other.admin), 404, 'NOT_FOUND');
  expectError(await put(logo, sacco.project.live_session), 404, 'NOT_FOUND', 'sacco_not_set_up');
  expect(await shown()).toBeNull();
});

test('two at once: one stays, and the other one goes', async () => {
  const logos = [await newLogo(), await newLogo(), await newLogo()];
  for (const reply of await Promise.all(logos.map((logo) => put(logo)))) must(reply);
  const chosen = await shown();
  const left = await service.ctx.db('files').whereIn('id', logos).where({ status: 'stored' }).pluck('id');
  expect(left).toEqual([chosen]);
  must(await put(null));
});

test('papers show it, with the same bytes each time; without it they are as they were', async () => {
  const member = await newMember(sacco);
  const deposit = await sacco.maker.post(`/api/v1/sacco/members/${member}/deposits`, moving(150_000));
  const receipt = `/api/v1/sacco/entries/${must(deposit).body.id}/receipt`;
  const statement = `/api/v1/sacco/members/${member}/statement?from=2026-01-01&to=2099-12-31`;
  const papers = [`${receipt}?size=80mm`, `${receipt}?size=a5`, statement];
  const printed = () => Promise.all(papers.map((path) => fetchPaper(sacco.maker, path)));
  const pictures = (bytes: Buffer): number => bytes.toString('latin1').split('/Subtype /Image').length - 1;
  const before = await printed();
  expect(before.map(pictures)).toEqual([0, 0, 0]);
  for (const content of [LOGO_PNG, logoJpeg()]) {
    must(await put(await newLogo(content)));
    const [first, again] = [await printed(), await printed()];
    expect(first.map(pictures)).toEqual([1, 1, 1]);
    first.forEach((bytes, i) => expect(bytes.equals(again[i] as Buffer)).toBe(true));
    first.forEach((bytes, i) => expect(pdfText(bytes)).toBe(pdfText(before[i] as Buffer)));
  }
  // Not a paper that lacks it: the same paper has the same bytes.
  const { files } = service.ctx;
  changeContext(service.ctx, { files: { ...files, get: () => Promise.reject(new Error('out of reach')) } });
  expect((await fetchPdf(sacco.maker, statement)).status).toBe(503);
  changeContext(service.ctx, { files });
  must(await put(null));
  (await printed()).forEach((bytes, i) => expect(bytes.equals(before[i] as Buffer)).toBe(true));
});

test('verify finds a logo whose file is gone', async () => {
  const of_logo = INVARIANTS.filter(({ invariant }) => invariant.includes('file of a cooperative'));
  const logo = await newLogo();
  must(await put(logo));
  expect(await differences(service.ctx, of_logo)).toEqual([]);
  await service.ctx.db('files').where({ id: logo }).update({ subject_id: 'prj_other' });
  expect((await differences(service.ctx, of_logo)).join()).toContain('does not belong to the cooperative');
  await service.ctx.db('files').where({ id: logo }).update({ subject_id: sacco.project.id });
  must(await put(null));
});
