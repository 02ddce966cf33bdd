/** Senders of messages, and what members got. */
import { sendMessages } from '../../domain/messages/index.ts';
import { must, type Project } from './people.ts';
import type { Reply } from './client.ts';
import type { Sacco } from './sacco.ts';
import type { TestService } from './service.ts';

/** Sets who sends on a channel of the test environment; by default the sandbox. */
export async function setSender(
  { project }: { project: Pick<Project, 'id' | 'owner'> },
  body: object = {},
  channel: 'sms' | 'email' = 'sms',
): Promise<Reply> {
  const request = { environment: 'test', sender: 'sandbox', ...body };
  return project.owner.client.put(`/api/projects/${project.id}/senders/${channel}`, request);
}

/** A notification, as the API answers it. */
export type Told = Reply['body'];

/** What a member was told, the oldest first. */
export async function toldTo({ maker }: Pick<Sacco, 'maker'>, member_id: string): Promise<Told[]> {
  const { body } = must(await maker.get(`/api/v1/notifications?member_id=${member_id}&limit=1000`));
  return body.notifications.toReversed();
}

/** What the sandbox sent to a member, the oldest first. */
export async function outboxOf({ maker }: Pick<Sacco, 'maker'>, member_id: string): Promise<Told[]> {
  const { body } = must(await maker.get(`/api/v1/sandbox/outbox?member_id=${member_id}&limit=1000`));
  return body.notifications.toReversed();
}

/** Does the job of every sender of the project once, as workers do. */
export async function sendAll(
  { ctx }: Pick<TestService, 'ctx'>,
  { project }: { project: Pick<Project, 'id'> },
): Promise<void> {
  const ids = await ctx.db('message_senders').where({ project_id: project.id }).pluck<string[]>('id');
  for (const id of ids) await sendMessages(ctx, id);
}
