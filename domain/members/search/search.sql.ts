/** Searches of members. A statement is planned with its values, so a condition that is null costs nothing. */
import type { ScopeColumns } from '../../../db/model.ts';
import { defineQuery, params, text } from '../../../db/statement.ts';

type Search = ScopeColumns & {
  number: string;
  last_number: string;
  meant_number: string;
  query: string;
  limit: number;
  status: string | null;
  after: string | null;
};

/** Of members `m`. */
const AMONG = `m.project_id = :project_id and m.environment = :environment
      and (:status::text is null or m.status = :status) and (:after::text is null or m.id < :after)`;

// The offset separates the conditions from the walk, where the planner might begin with the words' index instead.
export const findAmongNewest = defineQuery({
  params: params<Search & { walked: number }>(),
  result: { id: text },
  sql: `
    select newest.id from (
      select m.id, m.member_no, m.customer_id from sacco_members m where ${AMONG} order by m.id desc limit :walked
    ) newest, lateral (select words from customer_words where customer_id = newest.customer_id offset 0) found_by
    where upper(newest.member_no) between :number and :last_number or upper(newest.member_no) = :meant_number
      or found_by.words @@ cast(:query as tsquery)
    order by newest.id desc limit :limit`,
});

// Materialized: else the planner might walk all members in their order, in the hope of an early find.
export const findByIndexes = defineQuery({
  params: params<Search>(),
  result: { id: text },
  sql: `
    with found as materialized (
      select m.id from sacco_members m where ${AMONG} and upper(m.member_no) between :number and :last_number
      union
      select m.id from sacco_members m where ${AMONG} and upper(m.member_no) = :meant_number
      union
      select m.id from (
        select customer_id from customer_words
        where words @@ cast(:query as tsquery) and project_id = :project_id and environment = :environment offset 0
      ) w join sacco_members m on m.customer_id = w.customer_id where ${AMONG}
    )
    select id from found order by id desc limit :limit`,
});
