/** `open`: prints an address of the service, and opens it in a browser when it runs in a terminal. */
import { spawn } from 'node:child_process';
import type { Call } from '../command.ts';
import { EXIT, type ExitCode } from '../failure.ts';
import { resolveSettings } from '../profiles/settings.ts';
import { isInteractive, print } from '../output/terminal.ts';

const PATHS: Record<string, string> = { desk: '/', docs: '/docs', board: '/board' };
const OPENERS: Partial<Record<NodeJS.Platform, [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

export async function run({ args: [what = 'desk'], globals }: Call): Promise<ExitCode> {
  const { url, as_json } = await resolveSettings(globals);
  const address = url + (PATHS[what] ?? '/');
  print(as_json ? JSON.stringify({ url: address }) : address);
  if (!isInteractive()) return EXIT.done;
  const [program, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  const opener = spawn(program, [...args, address], { stdio: 'ignore', detached: true });
  // The address is printed, so it can be opened by hand.
  opener.on('error', () => undefined);
  opener.unref();
  return EXIT.done;
}
