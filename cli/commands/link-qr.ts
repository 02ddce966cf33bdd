/** `payment-links qr`: the link's address to be scanned from the terminal. */
import type { Call, OperationRow } from '../command.ts';
import { EXIT, type ExitCode } from '../failure.ts';
import { qrMatrix } from '../qr.rules.ts';
import { prepare, send } from '../send.ts';
import { print } from '../terminal.ts';

/** Modules of white around the code that scanners need. */
const QUIET_ZONE = 4;

export async function run(call: Call, row: OperationRow): Promise<ExitCode> {
  const prepared = await prepare(call, row);
  const { data, text } = await send<{ url: string }>(prepared);
  if (prepared.settings.as_json) print(text);
  else {
    print(drawn(qrMatrix(data.url)));
    print(data.url);
  }
  return EXIT.done;
}

/** Two rows a line, dark on light whatever colours the terminal has: light modules are drawn. */
function drawn(matrix: readonly (readonly boolean[])[]): string {
  const size = matrix.length + 2 * QUIET_ZONE;
  const isLight = (y: number, x: number): boolean => matrix[y - QUIET_ZONE]?.[x - QUIET_ZONE] !== true;
  const lines: string[] = [];
  for (let y = 0; y < size; y += 2) {
    let line = '';
    for (let x = 0; x < size; x++) {
      const [upper, lower] = [isLight(y, x), y + 1 < size && isLight(y + 1, x)];
      line += upper ? (lower ? '█' : '▀') : lower ? '▄' : ' ';
    }
    lines.push(line);
  }
  return lines.join('\n');
}
