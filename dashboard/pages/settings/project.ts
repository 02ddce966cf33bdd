/** Where the project's own resources are: its staff, keys and providers. */
import { useRead } from '../../api/reads.ts';
import type { ApiKey, Project } from '../../generated/wire.ts';
import { usePlace } from '../../session/place.ts';

/** @param below `/staff`; nothing for the project itself */
export function useProjectPath(below = ''): string {
  const { project_id } = usePlace();
  return `/api/projects/${project_id}${below}`;
}

export function useProject(): Project | undefined {
  return useRead<Project>(useProjectPath()).data;
}

/** More keys than a project has. */
const MOST = 1_000;

/** The keys that a person issued here and that still work. */
export function useKeysOf(user_id: string): ApiKey[] | undefined {
  const path = useProjectPath('/api-keys');
  const { data } = useRead<{ api_keys: ApiKey[] }>(path, { query: { limit: MOST } });
  return data?.api_keys.filter(({ created_by, revoked_at }) => created_by === user_id && revoked_at === null);
}
