/** The test environment's time. */
import joi from 'joi';
import { ANY_STAFF, MANAGERS, testClock } from '../../domain/staff/index.ts';
import { instant } from '../fields.ts';
import { ok, route } from '../http/route.ts';

const tag = 'Projects';
const path = '/api/projects/{project}/test-clock';

export const testClockRoutes = [
  route({
    operation_id: 'projects.testClock.get',
    method: 'GET',
    path,
    tag,
    summary: "The test environment's current time",
    access: { kind: 'project', roles: ANY_STAFF },
    responses: { 200: { description: 'The clock', schema: testClock.schema } },
    handle: ({ project }) => Promise.resolve(ok(testClock.read(project))),
  }),
  route({
    operation_id: 'projects.testClock.move',
    method: 'POST',
    path,
    tag,
    summary: "Move the test environment's time forward",
    description: 'It cannot move back, and at most 10 years per request.',
    access: { kind: 'project', roles: MANAGERS },
    body: joi.object<{ now: Date }>({ now: instant.required() }),
    responses: {
      200: { description: 'The clock; jobs for due work are enqueued', schema: testClock.schema },
    },
    handle: async ({ caller, body }) => ok(await testClock.move(caller, body.now)),
  }),
];
