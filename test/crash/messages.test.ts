/** Workers and jobs that are lost while messages are sent: each message is given to its sender once. */
import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test, vi } from 'vitest';
import {
  createProject,
  inProject,
  moving,
  must,
  newMember,
  setSender,
  until,
  type Project,
} from '../harness/index.ts';
import { AfricasTalkingStandIn } from '../stand-ins/sms-gateways.ts';
import { RunningService } from './running-service.ts';

vi.setConfig({ testTimeout: 360_000 });

/** The time that a call may take, with the sweep that finds it afterwards, on a busy machine. */
const FOUND_WITHIN_MS = 150_000;

const AT = new AfricasTalkingStandIn();
let service: RunningService;
let project: Project;

beforeAll(async () => {
  await AT.start();
  service = await RunningService.build({ AFRICASTALKING_URL: AT.base_url });
  await service.start('web');
  project = await createProject(await service.client());
  const owner = inProject(project.owner, project.id, 'test');
  must(await owner.put('/api/v1/sacco/settings', { currency: 'KES' }));
  must(await setSender({ project }, { sender: 'africastalking', credentials: AT.credentials }));
});
beforeEach(() => {
  AT.reset();
  onTestFailed(() => console.warn(service.output()));
});
afterAll(async () => {
  await service.tearDown();
  await AT.stop();
});

async function deposit(): Promise<string> {
  const member = await newMember({ project });
  must(await project.key.post(`/api/v1/sacco/members/${member}/deposits`, moving(100)));
  return member;
}

const messageTo = (member_id: string) => service.db('notifications').where({ member_id }).first();

test('a message whose job was lost is sent by the sweep', async () => {
  const member = await deposit();
  await service.loseJobs();
  await service.start('worker', 'messages');
  await until('it is sent', async () => (await messageTo(member)).status === 'sent', FOUND_WITHIN_MS);
  expect(AT.taken).toHaveLength(1);
  await service.kill('worker');
});

test('a worker that dies during the call: the message is not sent again', async () => {
  AT.fault = 'late';
  AT.late_ms = 120_000;
  await service.start('worker', 'messages');
  const member = await deposit();
  await until('the sender has it', () => AT.taken.length === 1);
  await service.kill('worker');
  AT.fault = 'none';
  await service.start('worker', 'messages');
  await until('it is given up', async () => (await messageTo(member)).status === 'failed', FOUND_WITHIN_MS);
  expect((await messageTo(member)).error).toBe('outcome_unknown');
  expect(AT.taken).toHaveLength(1);
});
