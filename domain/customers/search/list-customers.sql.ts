/** The statements that list and search customers: one for each combination of filters, since their plans differ. */
import { columnOf, defineCommand, defineQuery, params, text } from '../../../db/statement.ts';
import { CUSTOMER_STATUSES } from '../customer.rules.ts';
import { KYC_STATUSES } from '../kyc/kyc.rules.ts';

const FILTERS = ['after', 'status', 'kyc_status'] as const;
type Filter = (typeof FILTERS)[number];

type Listed = Record<Filter, string | undefined> & {
  project_id: string;
  environment: string;
  limit: number;
};

/** @param query the text of a text-search query */
export type Searched = Listed & { query: string };

type Has = (filter: Filter) => boolean;

/** @returns the statement for each combination of filters, by their names */
function variants<Statement>(declare: (has: Has) => Statement): Record<string, Statement> {
  const combinations = FILTERS.reduce<Filter[][]>(
    (all, filter) => all.flatMap((filters) => [filters, [...filters, filter]]),
    [[]],
  );
  return Object.fromEntries(
    combinations.map((filters) => [filters.join(), declare((filter) => filters.includes(filter))]),
  );
}

export function variantFor<Statement>(
  of: Record<string, Statement>,
  given: Record<Filter, string | undefined>,
): Statement {
  return of[FILTERS.filter((filter) => given[filter] !== undefined).join()] as Statement;
}

/** Ids of the customers that match the filters, newest first, read one by one from an index. */
function walk(has: Has): string {
  const scoped = `select id from customers where project_id = :project_id and environment = :environment${has('after') ? ' and id < :after' : ''}`;
  const order = 'order by id desc';
  if (!has('status') && !has('kyc_status')) return `${scoped} ${order}`;
  // The index has an order within each pair of states only; merging those is still one by one.
  const values = (filter: Filter, all: readonly string[]) =>
    has(filter) ? [`:${filter}`] : all.map((value) => `'${value}'`);
  const pairs = values('status', CUSTOMER_STATUSES).flatMap((status) =>
    values('kyc_status', KYC_STATUSES).map(
      (kyc_status) => `(${scoped} and status = ${status} and kyc_status = ${kyc_status} ${order})`,
    ),
  );
  return `select id from (${pairs.join(' union all ')}) pairs ${order}`;
}

export const listIds = variants((has) =>
  defineQuery({
    params: params<Listed>(),
    result: { id: text },
    sql: `${walk(has)} limit :limit`,
  }),
);

/** Searches the newest customers only. The offset keeps the planner from starting with the index of words. */
export const searchNewest = variants((has) =>
  defineQuery({
    params: params<Searched & { walked: number }>(),
    result: { id: text },
    sql: `
      select id from (${walk(has)} limit :walked) newest,
        lateral (select words from customer_words where customer_id = newest.id offset 0) found_by
      where words @@ cast(:query as tsquery) order by id desc limit :limit`,
  }),
);

/** Searches all customers. Without the offset the planner might walk all of them in their order, hoping for an early match. */
export const searchIndex = variants((has) =>
  defineQuery({
    params: params<Searched>(),
    result: { id: text },
    sql: `
      select id from (
        select customer_id as id from customer_words
        where words @@ cast(:query as tsquery) and project_id = :project_id and environment = :environment offset 0
      ) found ${has('status') || has('kyc_status') ? 'join customers using (id)' : ''}
      where true ${FILTERS.filter(has)
        .map((filter) => `and ${filter === 'after' ? 'id <' : `${filter} =`} :${filter}`)
        .join(' ')}
      order by id desc limit :limit`,
  }),
);

export const readSearchWords = defineQuery({
  params: params<{ customer_ids: readonly string[] }>(),
  result: { customer_id: text, words: columnOf<string[]>('text[]') },
  sql: `
    select customer_id, tsvector_to_array(words) as words from customer_words where customer_id = any(:customer_ids::text[])`,
});

export const storeSearchWords = defineCommand({
  params: params<{
    customer_id: string;
    project_id: string;
    environment: string;
    words: readonly string[];
  }>(),
  sql: `
    insert into customer_words (customer_id, project_id, environment, words)
    values (:customer_id, :project_id, :environment, array_to_tsvector(:words::text[]))
    on conflict (customer_id) do update set words = excluded.words`,
});
