/** The web process, on its own. Needs DATABASE_URL; `npm start` runs everything in one process instead. */
import { readConfig } from '../core/config.ts';
import { closeInOrder, closeOnSignal, run, UsageError } from '../core/shutdown.ts';
import { openContext } from '../app/compose.ts';
import { listen } from './http/listen.ts';
import { createApp } from './server.ts';

run(async () => {
  const config = readConfig();
  if (!config.database_url)
    throw new UsageError('The web process needs DATABASE_URL. To run everything at once: npm start');
  const { ctx, store, close } = await openContext(config, config.database_url, false);
  const web = await listen(createApp(ctx, store), config);
  closeOnSignal(ctx.log, () => closeInOrder([close, () => web.close()]));
  process.stdout.write(`ready ${web.url}\n`);
});
