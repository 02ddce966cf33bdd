/** A terminal with an interactive shell, into which text is pasted as a reader of the documentation does. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { stripVTControlCharacters } from 'node:util';
import { until } from './wait.ts';

/** Without the settings of this machine's users, and without an editor of lines, which would redraw what is pasted. */
const SHELLS = {
  bash: 'bash --norc --noprofile --noediting -i',
  zsh: 'zsh -fi +o zle +o promptsp',
};
export type Shell = keyof typeof SHELLS;

/** What the pages have readers use. `script` opens the terminal. */
const PROGRAMS = ['script', 'bash', 'zsh', 'curl', 'jq'];

/** Programs that terminals need and that are not installed. */
export const MISSING_PROGRAMS = PROGRAMS.filter((name) => spawnSync(name, ['--version']).error);

const FAILED = 'the command failed with';

export interface TerminalOptions {
  shell: Shell;
  cwd: string;
  env: Record<string, string>;
}

export class Terminal {
  readonly #child: ChildProcess;
  #shown = '';
  #pasted = 0;

  private constructor(child: ChildProcess) {
    this.#child = child;
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (this.#shown += text));
  }

  static async open({ shell, cwd, env }: TerminalOptions): Promise<Terminal> {
    const child = spawn('script', ['-qfec', SHELLS[shell], '/dev/null'], {
      cwd,
      env: { PATH: process.env['PATH'] ?? '', TERM: 'dumb', ...env },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const terminal = new Terminal(child);
    await terminal.paste(
      `stty -echo -onlcr cols 80 rows 24; PS1= PS2=; set -o pipefail; trap 'printf "\\n${FAILED} %s\\n" $?' ERR`,
    );
    return terminal;
  }

  /** Everything that it has shown so far. */
  shown(): string {
    return this.#shown;
  }

  /** Pastes a command that goes on, or asks something. */
  type(text: string): void {
    this.#child.stdin?.write(text);
  }

  /**
   * Pastes commands and waits for their end.
   * @returns what they have shown
   * @throws Error if one of them failed
   */
  async paste(commands: string): Promise<string> {
    const begun = this.#shown.length;
    const end = `end of paste ${(this.#pasted += 1)}`;
    // Quoted so that the echo of the first paste is not taken for its end.
    this.type(`${commands}\nprintf '\\n%s\\n' 'end of'' paste ${this.#pasted}'\n`);
    await until(`it has run: ${commands}\n${this.#shown.slice(begun)}`, () =>
      this.#shown.includes(`\n${end}\n`, begun),
    );
    const shown = stripVTControlCharacters(
      this.#shown.slice(begun, this.#shown.indexOf(`\n${end}\n`, begun)),
    );
    if (shown.includes(`\n${FAILED} `) || /^(?:zsh|bash): /m.test(shown))
      throw new Error(`pasted:\n${commands}\nshown:\n${shown}`);
    return shown;
  }

  /** Closes the window: the system tells the shell, and this what runs in it. */
  async close(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await ended;
  }
}

/** The JSON objects in what was shown that begin a line, or follow another, in their order. */
export function jsonIn(shown: string): unknown[] {
  const values: unknown[] = [];
  const beginning = /(?<=^|})\{/gm;
  for (let found = beginning.exec(shown); found; found = beginning.exec(shown)) {
    const to = endOfValue(shown, found.index);
    values.push(JSON.parse(shown.slice(found.index, to)));
    beginning.lastIndex = to;
  }
  return values;
}

/** Where the object that begins there ends. */
function endOfValue(text: string, from: number): number {
  let depth = 0;
  let quoted = false;
  for (let at = from; at < text.length; at += 1) {
    const letter = text[at];
    if (quoted && letter === '\\') at += 1;
    else if (letter === '"') quoted = !quoted;
    else if (!quoted && (letter === '{' || letter === '[')) depth += 1;
    else if (!quoted && (letter === '}' || letter === ']') && (depth -= 1) === 0) return at + 1;
  }
  return text.length;
}
