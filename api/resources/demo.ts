/** Fills a demo project with sample data. */
import { ANY_STAFF, MANAGERS } from '../../domain/staff/index.ts';
import { demoSchema, presentDemo, readDemo, startFilling } from '../../domain/demo/index.ts';
import { ok, route } from '../http/route.ts';

const tag = 'Projects';
const path = '/api/projects/{project}/demo';

export const demoRoutes = [
  route({
    operation_id: 'projects.demo.get',
    method: 'GET',
    path,
    tag,
    summary: 'Whether a demo project has its data',
    access: { kind: 'project', roles: ANY_STAFF },
    errors: ['NOT_FOUND'],
    responses: { 200: { description: 'The demo project', schema: demoSchema } },
    handle: async ({ ctx, project }) => ok(presentDemo(await readDemo(ctx.db, project.id))),
  }),
  route({
    operation_id: 'projects.demo.fill',
    method: 'POST',
    path,
    tag,
    summary: "Fill a demo project's test environment with one year of a cooperative's data",
    description:
      'Only the project created by the first start is a demo project. It takes less than a minute. The year ends now: the test clock is turned back by a year, and arrives at the present. Where something has happened in the test environment already, the year begins now, and the test clock moves forward by a year.',
    access: { kind: 'project', roles: MANAGERS },
    errors: ['NOT_FOUND'],
    responses: {
      200: { description: 'It is already filled or being filled', schema: demoSchema },
      202: { description: 'Filling has started', schema: demoSchema },
    },
    handle: async ({ ctx, project, user }) => {
      const { demo, started } = await startFilling(ctx, project, user.id);
      return { status: started ? 202 : 200, body: presentDemo(demo) };
    },
  }),
];
