/**
 * `npm run demo`: fills the demo project of the service on this machine (or of DATABASE_URL) with a year of data, and prints the
 * credentials of a second user, so that approvals can be tried.
 */
import { parseArgs } from 'node:util';
import { openProcess } from '../app/compose.ts';
import { readConfig } from '../core/config.ts';
import { run, UsageError } from '../core/shutdown.ts';
import { fillDemo, findDemo, readDemo, startFilling } from '../domain/demo/index.ts';
import type { Context } from '../domain/platform/context.ts';
import { passwords, readProject } from '../domain/staff/index.ts';
import { CHECKER_EMAIL, newPassword } from './create-demo.ts';
import { connectToService } from './database.ts';

/** A worker of the service may do the filling. */
const LOOK_EVERY_MS = 500;
const AT_MOST_MS = 300_000;

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
    await fillDemo(ctx, demo.id);
    await untilFilled(ctx, demo.id);
    const seconds = Math.round((performance.now() - started_ms) / 1_000);
    process.stdout.write(
      started
        ? `${project.name} was filled in ${seconds} s; its test clock is a year ahead.\n`
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

async function untilFilled(ctx: Context, project_id: string): Promise<void> {
  for (const begun_ms = performance.now(); ;) {
    if ((await readDemo(ctx.db, project_id)).status === 'filled') return;
    if (performance.now() - begun_ms > AT_MOST_MS)
      throw new UsageError('The demo project is still being filled; run npm run demo again later.');
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}
