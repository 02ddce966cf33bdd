/**
 * `npm run demo`: fills the demo project of the service on this machine (or of DATABASE_URL) with a year of data that ends today,
 * shows how far that is, and prints the credentials of a second user, so that approvals can be tried.
 */
import { parseArgs } from 'node:util';
import { openProcess } from '../app/compose.ts';
import { readConfig } from '../core/config.ts';
import { run, UsageError } from '../core/shutdown.ts';
import { startStages } from '../cli/output/progress.ts';
import { fillDemo, findDemo, readDemo, startFilling, YEAR } from '../domain/demo/index.ts';
import type { Context } from '../domain/platform/context.ts';
import { passwords, projectScope, readProject } from '../domain/staff/index.ts';
import { CHECKER_EMAIL, newPassword } from './create-demo.ts';
import { connectToService } from './database.ts';

/** A worker of the service may do the filling. */
const LOOK_EVERY_MS = 500;
const AT_MOST_MS = 600_000;
const LAST_STAGE = 'Today: payments, a dividend, and requests that wait';
const STAGES = [
  ...Array.from({ length: YEAR.months }, (_each, i) => `Month ${i + 1} of ${YEAR.months}`),
  LAST_STAGE,
];

run(async () => {
  // There are no arguments: any is refused.
  parseArgs({ options: {} });
  const { db, database_url, config } = await connectToService({ ...readConfig(), log_level: 'warn' }, 1);
  await db.destroy();
  const { ctx, close } = await openProcess(config, database_url, false);
  try {
    const demo = await findDemo(ctx.db);
    if (!demo)
      throw new UsageError(
        'There is no demo project: the first start creates one only where there are no users yet. See it in a service of its own: DATA_DIR=.demo PORT=3100 npm start, and then DATA_DIR=.demo npm run demo',
      );
    const project = await readProject(ctx.db, demo.id);
    const started_ms = performance.now();
    const { started } = await startFilling(ctx, project, project.owner_id);
    if (demo.status !== 'filled') await fillAndShow(ctx, demo.id);
    const seconds = Math.round((performance.now() - started_ms) / 1_000);
    process.stdout.write(
      started
        ? `${project.name} was filled in ${seconds} s: ${await whichYear(ctx, demo.id)}.\n`
        : `${project.name} already has its data.\n`,
    );
    const password = newPassword();
    const token = await passwords.issueResetToken(ctx.db, CHECKER_EMAIL);
    if (token === null) return;
    await passwords.reset(ctx, { token, new_password: password }, { address: '127.0.0.1', user_agent: null });
    process.stdout.write(
      `A second user approves or rejects requests, with a new password:\n  ${CHECKER_EMAIL}  ${password}\n`,
    );
  } finally {
    await close();
  }
});

async function fillAndShow(ctx: Context, project_id: string): Promise<void> {
  const progress = await startStages(STAGES);
  try {
    await Promise.all([
      fillDemo(ctx, project_id),
      untilFilled(ctx, project_id, (stage) => progress.begin(stage)),
    ]);
  } finally {
    progress.end();
  }
}

/** @param begin called with each stage once, as it begins */
async function untilFilled(ctx: Context, project_id: string, begin: (stage: string) => void): Promise<void> {
  let shown: string | undefined;
  for (const begun_ms = performance.now(); ;) {
    const { status, months } = await readDemo(ctx.db, project_id);
    if (status === 'filled') return;
    const stage = STAGES[months] ?? LAST_STAGE;
    if (stage !== shown) begin(stage);
    shown = stage;
    if (performance.now() - begun_ms > AT_MOST_MS)
      throw new UsageError('The demo project is still being filled; run npm run demo again later.');
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

/** Where something had happened before, the year could not begin before that. */
async function whichYear(ctx: Context, project_id: string): Promise<string> {
  const { clock } = projectScope(await readProject(ctx.db, project_id), 'test');
  return clock.offset_ms > 0
    ? 'a year from today, to the end of which its test clock has moved'
    : 'a year that ends today';
}
