/** Programs that tests run to their end. */
import { spawn, type SpawnOptionsWithoutStdio } from 'node:child_process';
import { once } from 'node:events';

/** @param input what stdin has. @returns what it printed. @throws with what it printed, where it failed */
export async function runToEnd(
  program: string,
  args: string[],
  options: SpawnOptionsWithoutStdio,
  input = '',
): Promise<string> {
  const child = spawn(program, args, options);
  // It may end without having read all.
  child.stdin.on('error', () => undefined).end(input);
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}:\n${stdout}${stderr}`);
  return stdout;
}
