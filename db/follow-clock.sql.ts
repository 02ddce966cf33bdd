/** The statement that reads the database's clock. */
import { columnOf, defineQuery } from './statement.ts';

export const readClock = defineQuery({
  params: {},
  result: { now_ms: columnOf<number>('double precision') },
  sql: 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now_ms',
});
