/** Who is signed in, with which role in the project shown, and the cooperative's settings. */
import { NotFoundError } from '@ushirika/sdk/transport';
import type { Me, Project, SaccoSettings } from '../generated/wire.ts';
import { usePlace } from '../session/place.ts';
import { useRead, type Reading, type ReadOptions } from './reads.ts';

export type Role = 'owner' | 'admin' | 'checker' | 'maker';

export function useMe(): Me | undefined {
  return useRead('auth.me', {}).data;
}

/** The role in the project shown; undefined until it is known. */
export function useRole(): Role | undefined {
  const { project_id } = usePlace();
  return useMe()?.projects.find(({ id }) => id === project_id)?.role as Role | undefined;
}

/** The project shown, with its settings; undefined until it is read. */
export function useProject(): Project | undefined {
  const role = useRole();
  const { project_id } = usePlace();
  return useRead('projects.get', role && project_id ? { project: project_id } : null).data;
}

/** May the person manage the project: settings, staff, keys? */
export function useIsManager(): boolean {
  const role = useRole();
  return role === 'owner' || role === 'admin';
}

/** The cooperative's settings; null where none is set up here. Not asked without a project. */
export function useCooperativeReading(options: ReadOptions = {}): Reading<SaccoSettings | null> {
  const { project_id } = usePlace();
  const { data, error, refetch } = useRead('sacco.settings.get', project_id === null ? null : {}, options);
  return error instanceof NotFoundError ? { data: null, error: null, refetch } : { data, error, refetch };
}

/** @returns null where no cooperative is set up here; undefined until that is known */
export function useCooperative(): SaccoSettings | null | undefined {
  return useCooperativeReading().data;
}

/** Minutes east of UTC, which define the local day. */
export function useUtcOffset(): number {
  return useCooperative()?.utc_offset_minutes ?? 0;
}
