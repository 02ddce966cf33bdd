/** What the views for analysts need, as the database's catalogue knows it. */
import { bool, defineQuery, params, text } from '../statement.ts';

type Nothing = Record<string, never>;

/**
 * The columns of tables that the views read, with the primary keys of these tables, in the order of the tables' columns. Types are
 * those of any PostgreSQL: text for the service's own.
 */
export const findColumnsOfViews = defineQuery({
  params: params<Nothing>(),
  result: { table: text, column: text, type: text, is_key: bool },
  sql: `
    with read as (
      select distinct d.refobjid as oid, d.refobjsubid as no
      from pg_class v join pg_rewrite r on r.ev_class = v.oid
        join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid and d.refclassid = 'pg_class'::regclass
      where v.relnamespace = 'analytics'::regnamespace and v.relkind = 'v' and d.refobjid <> v.oid and d.refobjsubid > 0
    ), keys as (
      select i.indrelid as oid, k.no from pg_index i cross join unnest(i.indkey) as k(no)
      where i.indisprimary and i.indrelid in (select oid from read)
    )
    select c.relname::text as table, a.attname::text as column,
      case t.typtype when 'e' then 'text' when 'd' then format_type(t.typbasetype, t.typtypmod)
        else format_type(a.atttypid, a.atttypmod) end as type,
      exists (select from keys k where k.oid = c.oid and k.no = a.attnum) as is_key
    from (select oid, no from read union select oid, no from keys) used
      join pg_class c on c.oid = used.oid join pg_attribute a on a.attrelid = c.oid and a.attnum = used.no
      join pg_type t on t.oid = a.atttypid
    order by c.relname, a.attnum`,
});

/** Each view as a query, in an order in which they can be created. */
export const findViews = defineQuery({
  params: params<Nothing>(),
  result: { name: text, definition: text },
  sql: `
    select c.relname::text as name, pg_get_viewdef(c.oid) as definition from pg_class c
    where c.relnamespace = 'analytics'::regnamespace and c.relkind = 'v' order by c.oid`,
});

export const isPublished = defineQuery({
  params: params<{ name: string }>(),
  result: { is_published: bool },
  sql: 'select exists (select from pg_publication where pubname = :name) as is_published',
});
