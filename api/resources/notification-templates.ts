/** What messages to members say. */
import joi from 'joi';
import { arrayOf, object } from '../../core/schema.ts';
import { LANGUAGES, messageTemplates, type Language, type Template } from '../../domain/messages/index.ts';
import { MANAGERS } from '../../domain/staff/index.ts';
import { text } from '../fields.ts';
import { SCOPED, ok, route } from '../http/route.ts';

const tag = 'Messages';
const path = '/api/v1/sacco/notification-templates';
const template = joi.string().valid(...messageTemplates.NAMES);
const language = joi.string().valid(...LANGUAGES);
const params = { template, language };

/** Four parts of an SMS in the GSM alphabet: longer ones are expensive, and senders refuse them. */
const MAX_TEXT = 612;
const MAX_SUBJECT = 120;

export const notificationTemplateRoutes = [
  route({
    operation_id: 'sacco.notificationTemplates.list',
    method: 'GET',
    path,
    tag,
    summary: 'What messages say, in every language, with a preview',
    access: SCOPED,
    query: joi.object<{ template?: Template; language?: Language }>({ template, language }),
    responses: {
      200: {
        description: 'Templates',
        schema: object({ notification_templates: arrayOf(messageTemplates.schema) }),
      },
    },
    handle: async ({ ctx, scope, query }) => {
      const templates = await messageTemplates.list(ctx.db, scope, query);
      return ok({ notification_templates: templates.map(messageTemplates.present) });
    },
  }),
  route({
    operation_id: 'sacco.notificationTemplates.get',
    method: 'GET',
    path: `${path}/{template}/{language}`,
    tag,
    summary: 'What messages of one kind say in one language',
    access: SCOPED,
    params,
    responses: { 200: { description: 'The template', schema: messageTemplates.schema } },
    handle: async ({ ctx, scope, params: { template: name, language: chosen } }) =>
      ok(
        messageTemplates.present(
          await messageTemplates.get(ctx.db, scope, name as Template, chosen as Language),
        ),
      ),
  }),
  route({
    operation_id: 'sacco.notificationTemplates.put',
    method: 'PUT',
    path: `${path}/{template}/{language}`,
    tag,
    summary: 'Write what messages of one kind say in one language',
    description:
      'Variables stand in double braces. One that the template does not have is refused by name. Messages that are queued keep their text.',
    access: { kind: 'staff', roles: MANAGERS },
    params,
    body: joi.object<messageTemplates.Change>({
      text: text(MAX_TEXT).required(),
      subject: text(MAX_SUBJECT).allow(null).description('Of e-mails; null: ours'),
      dry_run: joi.boolean().default(false).description('Stores nothing: the answer has the preview'),
    }),
    responses: { 200: { description: 'The template', schema: messageTemplates.schema } },
    handle: async ({ caller, params: { template: name, language: chosen }, body }) => {
      const key = { template: name as Template, language: chosen as Language };
      return ok(messageTemplates.present(await messageTemplates.put(caller, key, body)));
    },
  }),
];
