/** `npm run operator`, on the database of a service. */
import { spawnProcess } from './processes.ts';
import type { TestService } from './service.ts';

export async function runOperator(
  { database_url, ctx }: Pick<TestService, 'database_url' | 'ctx'>,
  ...args: string[]
): Promise<{ code: number | null; output: string }> {
  const command = spawnProcess('commands/operator.js', args, {
    DATABASE_URL: database_url,
    ENCRYPTION_KEY: ctx.config.encryption_key?.toString('base64') ?? '',
  });
  return { code: await command.ended, output: command.output() };
}
