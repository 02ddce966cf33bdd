/** `npm run operator`, on the database of a service. */
import { spawnProcess } from './processes.ts';
import type { TestService } from './service.ts';

export async function runOperator(
  { database_url }: Pick<TestService, 'database_url'>,
  ...args: string[]
): Promise<{ code: number | null; output: string }> {
  const command = spawnProcess('commands/operator.js', args, { DATABASE_URL: database_url });
  return { code: await command.ended, output: command.output() };
}
