/** The time of the environment shown: the test environment has a clock that can be moved forward. */
import { now } from '../clock.ts';
import { usePlace } from '../session/place.ts';
import { useRead } from './reads.ts';

/** @returns milliseconds since 1970 as the environment shown counts them */
export function useNow(): number {
  const { project_id: project, environment } = usePlace();
  const is_movable = environment === 'test' && project !== null;
  const clock = useRead('projects.testClock.get', is_movable ? { project } : null).data;
  return now() + (clock?.offset_seconds ?? 0) * 1_000;
}
