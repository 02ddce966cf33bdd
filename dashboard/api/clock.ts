/** What time it is where the pages look: the test environment has a clock that can be moved forward. */
import { now } from '../clock.ts';
import type { TestClock } from '../generated/wire.ts';
import { usePlace } from '../session/place.ts';
import { useRead } from './reads.ts';

/** @returns milliseconds since 1970 as the environment shown counts them */
export function useNow(): number {
  const { project_id, environment } = usePlace();
  const is_movable = environment === 'test' && project_id !== null;
  const clock = useRead<TestClock>(is_movable ? `/api/projects/${project_id}/test-clock` : null).data;
  return now() + (clock?.offset_seconds ?? 0) * 1_000;
}
