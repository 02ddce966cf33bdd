/** CPU time of processes, on Linux only. */
import { readdirSync, readFileSync } from 'node:fs';

/** Linux reports CPU time in hundredths of a second, independent of the kernel's tick. */
const MS_PER_TICK = 10;

interface ProcessTimes {
  parent: number;
  own_ms: number;
  /** CPU time of children that have ended. */
  ended_ms: number;
}

/** @returns null if the process has ended, or the system is not Linux */
function timesOf(pid: number | string): ProcessTimes | null {
  let line: string;
  try {
    line = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return null;
  }
  // The second field is the program's name, which may contain any character.
  const fields = line
    .slice(line.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const ticks = (...places: number[]) => places.reduce((sum, place) => sum + (fields[place] ?? 0), 0);
  return {
    parent: fields[1] ?? 0,
    own_ms: ticks(11, 12) * MS_PER_TICK,
    ended_ms: ticks(13, 14) * MS_PER_TICK,
  };
}

/** Milliseconds that the process and its children have used so far; NaN if unknown. */
export function cpu_ms(pid: number): number {
  const itself = timesOf(pid);
  const children = itself
    ? readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .map(timesOf)
        .filter((times) => times?.parent === pid)
    : [];
  return children.reduce(
    (sum, times) => sum + (times?.own_ms ?? 0),
    (itself?.own_ms ?? NaN) + (itself?.ended_ms ?? NaN),
  );
}

/** The PostgreSQL server, the parent of its backends. @param pid of one of its backends */
export function serverOf(backend_pid: number): number {
  return timesOf(backend_pid)?.parent ?? NaN;
}
