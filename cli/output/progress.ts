/** Progress on stderr: a bar or a count on a terminal, otherwise nothing, or a line for each stage. */
import type { SingleBar } from 'cli-progress';
import { hasProgress, tell } from './terminal.ts';

export interface Progress {
  show(done: number): void;
  end(): void;
}

/** A counter, on a terminal only. @param title null: shows nothing */
export function startProgress(title: string | null): Progress {
  if (title === null || !hasProgress()) return { show: () => undefined, end: () => undefined };
  let shown = false;
  return {
    show(done) {
      shown = true;
      process.stderr.write(`\r${title}: ${done}`);
    },
    end() {
      if (shown) process.stderr.write('\r\u001B[K');
    },
  };
}

/** A bar over stages on a terminal; otherwise a line when each stage begins. */
export async function startStages(
  stages: readonly string[],
): Promise<{ begin(stage: string): void; end(): void }> {
  if (!hasProgress()) return { begin: (stage) => tell(`${stage} …`), end: () => undefined };
  const { SingleBar: Bar, Presets } = await import('cli-progress');
  const bar: SingleBar = new Bar(
    { format: '{bar} {stage}', stream: process.stderr, hideCursor: true, clearOnComplete: true },
    Presets.shades_classic,
  );
  bar.start(stages.length, 0, { stage: stages[0] });
  return {
    begin: (stage) => bar.update(stages.indexOf(stage), { stage }),
    end() {
      bar.update(stages.length);
      bar.stop();
    },
  };
}
