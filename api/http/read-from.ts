/** Where a route reads: lists, reports, statements and exports may read from a replica (db/replica.ts), the rest from the primary. */
import type { Context } from '../../domain/platform/context.ts';
import type { Identified } from './access.ts';
import { readsMany, type Answer, type Route } from './route.ts';
import { withFirstChunk } from './send-answer.ts';

/** What a handler reads with. */
interface Source {
  ctx: Context;
  identified: Identified;
}

/** @returns answers the route; `handle` may be called twice, first with the replica */
export function readerOf(
  route: Route,
  { replica }: Context,
): (source: Source, handle: (source: Source) => Promise<Answer>) => Promise<Answer> {
  if (!replica || !readsMany(route)) return (source, handle) => handle(source);
  return (source, handle) =>
    replica.read(
      async () => withFirstChunk(await handle(thereOf(source, replica.parts))),
      () => handle(source),
    );
}

function thereOf({ ctx, identified }: Source, parts: Pick<Context, 'db' | 'ledger'>): Source {
  const there = { ...ctx, ...parts };
  const { caller } = identified;
  return {
    ctx: there,
    identified: caller ? { ...identified, caller: { ...caller, ctx: there } } : identified,
  };
}
