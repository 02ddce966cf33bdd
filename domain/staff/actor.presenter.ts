/** Actors as clients see them: with the name of the person or the key, which is found for all rows of a page together. */
import { actorSchema } from '../../core/common-schemas.ts';
import type { Wire } from '../../core/schema.ts';
import { SYSTEM, type Actor } from '../../core/scope.ts';
import type { Queryable } from '../../db/connection.ts';
import { findActorNames } from './actor.sql.ts';

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
    const found = await findActorNames(db, {
      ids: to_find.map(({ id }) => id),
      project_ids: to_find.map(({ project_id }) => project_id),
    });
    for (const { id, name } of found) names.set(id, name);
  }
  // Users and keys are never deleted; should a name be missing all the same, the id takes its place.
  const present = (type: Actor['type'], id: string) => ({ type, id, name: names.get(id) ?? id });
  return {
    present,
    presentOrNull: (type, id) => (type !== null && id !== null ? present(type, id) : null),
  };
}
