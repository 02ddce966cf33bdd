/** The audit log of a project. */
import joi from 'joi';
import { worded } from '../../core/field-messages.ts';
import type { Environment } from '../../core/scope.ts';
import { listAudit, type AuditFilter } from '../../domain/platform/audit/audit.ts';
import { auditEntrySchema, presentAudit } from '../../domain/platform/audit/audit.presenter.ts';
import { actorPresenter, MANAGERS, projectScope } from '../../domain/staff/index.ts';
import { environment, text } from '../fields.ts';
import { listOf, route } from '../http/route.ts';
import { listPageOf } from '../openapi/page-schema.ts';
import { listFields } from '../requests/list.ts';

/** Names of actions are short. */
const actionName = worded(joi.string().pattern(/^[a-z0-9_]{1,50}(\.[a-z0-9_]{1,50})*$/), {
  'string.pattern.base': '{{#label}} must be the name of an action, like payment.late_success',
}).meta({ openapi: { type: 'string', description: 'Only what was done so, like `sacco.settings_changed`' } });

export const auditLogRoutes = [
  route({
    operation_id: 'projects.auditLog.list',
    method: 'GET',
    path: '/api/projects/{project}/audit-log',
    tag: 'Projects',
    summary: 'The audit log, newest first; each record is hash-chained to the one before it',
    access: { kind: 'project', roles: MANAGERS },
    csv: true,
    query: joi.object<AuditFilter & { environment: Environment }>({
      ...listFields('number'),
      environment: environment.default('test'),
      actor: text(100).description(
        'Only what this person or API key did, by id; `ushirika` is the service itself',
      ),
      action: actionName,
      subject: text(100).description(
        'Only what was done to the thing with this id; several transfers by their first',
      ),
    }),
    responses: { 200: { description: 'Audit records', schema: listPageOf('audit_log', auditEntrySchema) } },
    handle: async ({ ctx, project, query }) => {
      const found = await listAudit({ ctx, scope: projectScope(project, query.environment) }, query);
      const { present } = await actorPresenter(
        ctx.db,
        found.items.map(({ project_id, actor_type: type, actor_id: id }) => ({ project_id, type, id })),
      );
      return listOf('audit_log', found, (row) => presentAudit(row, present(row.actor_type, row.actor_id)));
    },
  }),
];
