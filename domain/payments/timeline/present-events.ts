/** Timelines as clients see them: where the details say who did it, they do so by name. */
import type { Actor } from '../../../core/scope.ts';
import type { Queryable } from '../../../db/connection.ts';
import { actorPresenter } from '../../staff/index.ts';

interface TimelineEvent<Status, Cause> {
  id: string;
  project_id: string;
  type: string;
  from: Status | null;
  to: Status | null;
  cause: Cause;
  at: Date;
  details: Record<string, unknown>;
}

export async function presentEvents<Status, Cause>(
  db: Queryable,
  events: readonly TimelineEvent<Status, Cause>[],
): Promise<Omit<TimelineEvent<Status, Cause>, 'project_id'>[]> {
  const actors = events.map(({ details }) => details['actor'] as Actor | undefined);
  const names = await actorPresenter(
    db,
    events.flatMap(({ project_id }, i) => (actors[i] ? [{ project_id, ...actors[i] }] : [])),
  );
  return events.map(({ id, type, from, to, cause, at, details }, i) => {
    const actor = actors[i] && names.present(actors[i].type, actors[i].id);
    return { id, type, from, to, cause, at, details: actor ? { ...details, actor } : details };
  });
}
