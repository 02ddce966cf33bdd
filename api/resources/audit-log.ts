/** The audit log of a project. */
import joi from 'joi';
import type { Environment } from '../../core/scope.ts';
import type { PageRequest } from '../../db/page.ts';
import { listAudit } from '../../domain/platform/audit/audit.ts';
import { auditEntrySchema, presentAudit } from '../../domain/platform/audit/audit.presenter.ts';
import { actorPresenter, MANAGERS, projectScope } from '../../domain/staff/index.ts';
import { environment, pageFields } from '../fields.ts';
import { listOf, route } from '../http/route.ts';
import { pageOf } from '../openapi/page-schema.ts';

export const auditLogRoutes = [
  route({
    operation_id: 'projects.auditLog.list',
    method: 'GET',
    path: '/api/projects/{project}/audit-log',
    tag: 'Projects',
    summary: 'The audit log, newest first; each record is hash-chained to the one before it',
    access: { kind: 'project', roles: MANAGERS },
    csv: true,
    query: joi.object<PageRequest & { environment: Environment }>({
      ...pageFields('number'),
      environment: environment.default('test'),
    }),
    responses: { 200: { description: 'Audit records', schema: pageOf('audit_log', auditEntrySchema) } },
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
