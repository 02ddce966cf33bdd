/** Which database a command works on: DATABASE_URL, else the one of the service that runs on this machine. */
import type { Config } from '../core/config.ts';
import { UsageError } from '../core/shutdown.ts';
import { runningPostgresUrl } from '../embedded/running.ts';

/** @throws UsageError when there is none */
export async function databaseUrl({ database_url, data_dir }: Config): Promise<string> {
  const url = database_url ?? (await runningPostgresUrl(data_dir));
  if (!url)
    throw new UsageError(
      `Start the service first (npm start), or set DATABASE_URL. Nothing runs on ${data_dir}.`,
    );
  return url;
}
