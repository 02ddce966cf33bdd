/** `completion`: prints a completion script for a shell, made from the tree of commands. */
import type { Call } from '../command.ts';
import { bashScript, fishScript, zshScript } from '../completion/scripts.ts';
import { EXIT, type ExitCode } from '../failure.ts';
import type { Place } from '../completion/tree.ts';

const SCRIPTS: Record<string, (places: readonly Place[]) => string> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

export function run({ args: [shell = ''], tree }: Call): Promise<ExitCode> {
  process.stdout.write(SCRIPTS[shell]?.(tree()) ?? '');
  return Promise.resolve(EXIT.done);
}
