/** Log lines for people: the content of a JSON line, with the message first. Only for terminals. */
import type { DestinationStream } from 'pino';

interface Line {
  level: string;
  time: string;
  msg?: string;
  err?: { stack?: string; message?: string };
  [field: string]: unknown;
}

/** Fields with a place of their own in the line, or the same in every line. */
const LEFT_OUT = new Set(['level', 'time', 'msg', 'err', 'service', 'version']);

export function readableLine(text: string): string {
  const line = JSON.parse(text) as Line;
  const fields = Object.entries(line)
    .filter(([name]) => !LEFT_OUT.has(name))
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const fault = line.err ? `\n${line.err.stack ?? line.err.message ?? ''}` : '';
  return `${line.time.slice(11, 23)} ${line.level.padEnd(5)} ${[line.msg ?? '', ...fields].join('  ')}${fault}\n`;
}

export function readableTo(stream: { write(text: string): unknown }): DestinationStream {
  return { write: (text) => void stream.write(readableLine(text)) };
}
