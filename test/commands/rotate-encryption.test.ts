/** `npm run operator -- rotate-encryption`: every secret is sealed with the new key, and none is lost. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { secretBox } from '../../core/crypto.ts';
import { createWorld, type World } from '../api/samples.ts';
import { must, spawnProcess, startService, type TestService } from '../harness/index.ts';

const OLD = Buffer.alloc(32, 7);
const NEW = randomBytes(32);

let service: TestService;
let world: World;

beforeAll(async () => {
  service = await startService();
  world = await createWorld(service);
});
afterAll(() => service.stop());

async function rotate(): Promise<{ code: number | null; output: string }> {
  const command = spawnProcess('commands/operator.js', ['rotate-encryption'], {
    DATABASE_URL: service.database_url,
    ENCRYPTION_KEY: NEW.toString('base64'),
    ENCRYPTION_KEY_PREVIOUS: OLD.toString('base64'),
  });
  return { code: await command.ended, output: command.output() };
}

/** Every sealed value with what binds it to its row. */
async function sealed(): Promise<[value: string, context: string][]> {
  const { db } = service.ctx;
  const endpoints: { id: string; secret_sealed: string; previous_secrets: { sealed: string }[] }[] =
    await db('webhook_endpoints').orderBy('id');
  const documents: { id: string; number_sealed: string }[] = await db('kyc_documents').orderBy('id');
  return [
    ...endpoints.flatMap(({ id, secret_sealed, previous_secrets }): [string, string][] => [
      [secret_sealed, id],
      ...previous_secrets.map(({ sealed: old }): [string, string] => [old, id]),
    ]),
    ...documents.map(({ id, number_sealed }): [string, string] => [number_sealed, `kyc_document:${id}`]),
  ];
}

test('seals everything anew, once, and opens it as before', async () => {
  const { key } = world.project;
  must(await key.post(`/api/v1/webhook-endpoints/${world.ids['webhook_endpoint']}/rotate-secret`));
  const document = { doc_type: 'national_id', number: 'ID-stored-in-clear' };
  const { body } = must(await key.post(`/api/v1/customers/${world.ids['customer']}/documents`, document));
  await service.ctx
    .db('kyc_documents')
    .where({ id: body.id })
    .update({ number_sealed: 'v0.ID-stored-in-clear' });
  const before = await sealed();
  expect(before.length).toBeGreaterThanOrEqual(4);
  const opened = before.map(([value, context]) => secretBox(OLD).open(value, context));

  const first = await rotate();
  expect(first.code, first.output).toBe(0);
  expect(first.output).toMatch(/^[3-9] encrypted again, 0 unreadable$/m);
  const after = await sealed();
  expect(after.map(([value, context]) => secretBox(NEW).open(value, context))).toEqual(opened);

  const second = await rotate();
  expect([second.code, second.output]).toEqual([0, '0 encrypted again, 0 unreadable\n']);
  expect(await sealed()).toEqual(after);

  // What neither key opens is named, and left.
  const lost = secretBox(randomBytes(32)).seal('secret', `kyc_document:${body.id}`);
  await service.ctx.db('kyc_documents').where({ id: body.id }).update({ number_sealed: lost });
  const third = await rotate();
  expect(third.code).toBe(1);
  expect(third.output).toContain(`cannot be decrypted with either key: kyc_documents ${body.id}`);
  expect(third.output).toContain('0 encrypted again, 1 unreadable');
});
