/** CPU time of processes, as Linux counts it; elsewhere there are no such figures. */
import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts CPU time in hundredths of a second, whatever its kernel's own clock. */
const MS_PER_TICK = 10;

interface ProcessTimes {
  parent: number;
  own_ms: number;
  /** Of children that have ended. */
  ended_ms: number;
}

/** @returns null where the process has ended, or the system does not say */
function timesOf(pid: number | string): ProcessTimes | null {
  let line: string;
  try {
    line = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return null;
  }
  // The second field is the program's name, which may hold anything.
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

/** Milliseconds that the process and its children have used so far; NaN where the system does not say. */
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

/** The PostgreSQL server, whose children its backends are. @param pid of one of its backends */
export function serverOf(backend_pid: number): number {
  return timesOf(backend_pid)?.parent ?? NaN;
}
