/** Who did something, as clients see it: with the name of the person or the key. Names are found for all rows of a page at once. */
import { actorSchema } from '../../core/common-schemas.ts';
import type { Wire } from '../../core/schema.ts';
import { SYSTEM, type Actor } from '../../core/scope.ts';
import type { Queryable } from '../../db/connection.ts';

type PresentedActor = Wire<typeof actorSchema>;

/** An actor as a row keeps it; type and id are null until somebody acts. */
interface ActorOfRow {
  project_id: string;
  type: Actor['type'] | null;
  id: string | null;
}

/** Presents the actors whose names were found. */
export interface ActorPresenter {
  present: (type: Actor['type'], id: string) => PresentedActor;
  /** The same for columns that are null until somebody acts. */
  presentOrNull: (type: Actor['type'] | null, id: string | null) => PresentedActor | null;
}

const SYSTEM_NAME = 'Ushirika';

/** Finds the names of the actors of any rows, with one statement. */
export async function actorPresenter(db: Queryable, actors: readonly ActorOfRow[]): Promise<ActorPresenter> {
  const distinct = new Map(actors.map((actor) => [`${actor.project_id} ${actor.id}`, actor]));
  const to_find = [...distinct.values()].filter(({ type }) => type === 'user' || type === 'api_key');
  const names = new Map([[SYSTEM.id, SYSTEM_NAME]]);
  if (to_find.length > 0) {
    const { rows } = await db.raw<{ rows: { id: string; name: string }[] }>(READ_NAMES, [
      to_find.map(({ id }) => id),
      to_find.map(({ project_id }) => project_id),
    ] as never);
    for (const { id, name } of rows) names.set(id, name);
  }
  // Users and keys are never deleted; their ids stand in for names that are missing all the same.
  const present = (type: Actor['type'], id: string) => ({ type, id, name: names.get(id) ?? id });
  return {
    present,
    presentOrNull: (type, id) => (type !== null && id !== null ? present(type, id) : null),
  };
}

/** A user belongs to no project, a key to one. */
const READ_NAMES = `
  with actors as (select * from unnest(?::text[], ?::text[]) as v(id, project_id))
  select u.id, u.name from users u where u.id in (select id from actors)
  union all
  select k.id, k.name from api_keys k join actors using (id, project_id)`;
