/** At which till a movement takes or pays cash: that of the requester's open session, or the one that an API key names. */
import { notFound, refusal, type AppError } from '../../../core/errors.ts';
import type { cash, EntryRow } from '../../movements/index.ts';
import { Till } from '../tills/till.model.ts';
import { namesOfTills } from '../tills/tills.ts';
import { findPlaces } from './cash-places.sql.ts';
import { TillSession } from './session.model.ts';
import { LIVE } from './session.rules.ts';

/** A till that a request names is in the entry before its session is. */
const named = ({ till_id, session_id }: EntryRow): string | null => (session_id === null ? till_id : null);

export const cashPlaces: cash.Places = {
  async ofOpenTills(db, requested, how) {
    const rows = requested.map(({ row }) => row);
    const by = (type: EntryRow['requested_by_type']) => rows.filter((row) => row.requested_by_type === type);
    const found = await findPlaces[how](db, {
      project_ids: [...new Set(rows.map(({ project_id }) => project_id))],
      user_ids: by('user').map(({ requested_by_id }) => requested_by_id),
      till_ids: by('api_key').flatMap(({ till_id }) => till_id ?? []),
      entry_ids: rows.flatMap(({ id, session_id }) => (session_id === null ? [] : [id])),
    });
    const placeOf = (row: EntryRow): (cash.Place & { session_id: string }) | null => {
      const session = found.find(
        (each) =>
          each.project_id === row.project_id &&
          each.environment === row.environment &&
          (each.difference_entry_id === row.id ||
            (each.difference_entry_id === null &&
              (row.requested_by_type === 'user'
                ? each.user_id === row.requested_by_id
                : row.requested_by_type === 'api_key' && each.till_id === row.till_id))),
      );
      return session ? { till_id: session.till_id, session_id: session.id } : null;
    };
    const places = rows.map(placeOf);
    const elsewhere = rows.flatMap((row, i) => {
      const till_id = named(row);
      return till_id !== null && places[i]?.till_id !== till_id ? [till_id] : [];
    });
    const known = elsewhere.length === 0 ? [] : await Till.query(db).findByIds([...new Set(elsewhere)]);
    return rows.map((row, i): cash.Place | AppError | null => {
      const place = places[i] ?? null;
      const till_id = named(row);
      if (till_id === null || place?.till_id === till_id) return place;
      const till = known.find(({ id }) => id === till_id);
      if (till?.project_id !== row.project_id || till.environment !== row.environment)
        return notFound('till');
      return refusal(
        'no_open_till',
        row.requested_by_type === 'user'
          ? `You have no open session at ${till.name}.`
          : `Nobody has an open session at ${till.name}.`,
      );
    });
  },

  names: namesOfTills,

  async requireClosed({ trx, scope }) {
    const live = await TillSession.query(trx)
      .inScope(scope)
      .whereIn('status', [...LIVE])
      .first();
    if (live) throw refusal('till_open', 'A till has a session that is not closed.');
  },
};
