/** The service itself. */
import { resource, string } from '../../core/schema.ts';
import { COMMIT, VERSION } from '../../core/version.ts';
import { ok, route } from '../http/route.ts';

const versionSchema = resource('Version', 'The version of the service', {
  version: string,
  commit: string.nullable().describe('The git commit of the build; null where it is not known'),
});

export const serviceRoutes = [
  route({
    operation_id: 'service.version',
    method: 'GET',
    path: '/api/version',
    tag: 'Service',
    summary: 'The version and the commit of the service',
    access: { kind: 'none' },
    responses: { 200: { description: 'The version', schema: versionSchema } },
    handle: () => Promise.resolve(ok({ version: VERSION, commit: COMMIT })),
  }),
];
