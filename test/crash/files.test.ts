/** The web process is killed while files are uploaded: no content without a row, and what was answered is whole. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFailed, test, vi } from 'vitest';
import { createProject, fileOf, until, upload, type Client, type Project } from '../harness/index.ts';
import { RunningService } from './running-service.ts';
import { seededRandom } from './random.ts';

vi.setConfig({ testTimeout: 360_000 });

const KILLS = 6;
/** Files between one death and the next: all of them together are fewer than may lie unused. */
const SHARE = 25;
/** Uploads under way at once. */
const AT_ONCE = 4;

let folder: string;
let service: RunningService;
let project: Project;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crash-files-'));
  service = await RunningService.build({ DATA_DIR: folder });
  await service.start('web');
  project = await createProject(await service.client());
});
afterAll(async () => {
  await service.tearDown();
  await rm(folder, { recursive: true, force: true });
});

test('uploads while the process dies: what was answered is whole, and the rest is swept', async () => {
  const random = seededRandom();
  onTestFailed(() => console.warn(`SEED=${random.seed}\n${service.output()}`));
  const answered = new Set<string>();
  let is_over = false;
  let under_way = 0;
  let allowed = 0;
  const uploading = Array.from({ length: AT_ONCE }, async () => {
    for (;;) {
      await until('more may be sent', () => is_over || answered.size + under_way < allowed, 240_000);
      if (is_over) return;
      under_way += 1;
      const web: Client | null = await service.client().catch(() => null);
      const client = web?.with(project.key.headers);
      const reply = client && (await upload(client, fileOf('jpeg', 400_000)).catch(() => null));
      under_way -= 1;
      if (reply?.status === 201) answered.add(reply.body.id);
      else await new Promise((resolve) => setTimeout(resolve, 30));
    }
  });
  for (let n = 0; n < KILLS; n++) {
    allowed = answered.size + SHARE;
    const wanted = answered.size + 1 + random.below(SHARE - AT_ONCE);
    await until('files arrive', () => answered.size >= wanted);
    await service.kill('web');
    await service.start('web');
  }
  is_over = true;
  await Promise.all(uploading);
  const rows = await service.db('files').select('id', 'status');
  const stored = rows.filter(({ status }) => status === 'stored').map(({ id }) => id);
  for (const id of answered) expect(stored).toContain(id);
  // As if the time for uploading were over.
  await service
    .db('files')
    .where({ status: 'uploading' })
    .update({ due_at: new Date(0) });
  await service.start('worker', 'housekeeping');
  await until(
    'the rest is swept',
    async () => !(await service.db('files').whereNot({ status: 'stored' }).first()),
    120_000,
  );
  const kept = await readdir(join(folder, 'files', project.id, 'test'));
  expect(kept.toSorted()).toEqual(stored.toSorted((a, b) => (a < b ? -1 : 1)));
});
