/** The summary of a statement names what it does to which tables, and never a value. */
import { expect, test } from 'vitest';
import { summaryOf } from '../../db/statement-summary.rules.ts';

test.each([
  ['select * from payments where id = $1', 'select payments'],
  ['select "payments".* from "payments" where "id" = ?', 'select payments'],
  ['insert into "payments" ("id", "amount") values ($1, $2) returning *', 'insert payments'],
  ['INSERT INTO payments(id) SELECT id FROM orders', 'insert payments select orders'],
  ['update payments set status = $1 where id = $2', 'update payments'],
  ['delete from sessions where expires_at < now()', 'delete sessions'],
  ['select 1', 'select'],
  ['begin isolation level repeatable read', 'begin'],
  ['set local statement_timeout = 500', 'set'],
  ['', 'statement'],
  [
    'select p.id from payments p join projects j on j.id = p.project_id left join customers c on true',
    'select payments projects customers',
  ],
  [
    'with due as (select id from refunds for update skip locked) update refunds set at = $1 from due',
    'select refunds update refunds due',
  ],
  ['select id from payments where a is distinct from b for no key update', 'select payments'],
  ['insert into counters (id) values ($1) on conflict (id) do update set n = 2', 'insert counters'],
  ['select extract(epoch from created_at) from payments', 'select payments'],
  ['select id from unnest($1::uuid[]) as given (id)', 'select'],
  ['select x from payments cross join lateral (select 1) y', 'select payments select'],
])('%s', (sql, summary) => {
  expect(summaryOf(sql)).toBe(summary);
});

test.each([
  "update users set name = 'from wanjiru' where email = 'a@b.example'",
  "select * from users where name = 'it''s from wanjiru'",
  'select $$ from wanjiru $$ from users',
  'select 1 from users -- from wanjiru',
  '/* from wanjiru */ select 1 from users',
  "select * from users where name = 'never from wanjiru",
])('no value: %s', (sql) => {
  expect(summaryOf(sql)).toMatch(/^(select|update) users$|^select$/);
});

test('it is short for any statement', () => {
  expect(summaryOf('select * from payments; '.repeat(10_000))).toHaveLength(255);
});
