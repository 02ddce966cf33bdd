/** Reads by name that are asked for at the same time share one statement, in which each name is read once. */
import { batchCallsPer } from './batch.ts';

interface Reading<Owner, Wanted, Row> {
  /** Names read in one statement. */
  max: number;
  /** What makes a name and its row the same. */
  nameOf: (each: Wanted | Row) => string;
  /** @returns the rows that exist, in any order */
  read: (owner: Owner, distinct: Wanted[]) => Promise<Row[]>;
}

/** @returns the row of that name, undefined when there is none; only reads of the same owner, such as a connection pool, share a statement */
export function readTogether<Owner extends object, Wanted, Row>({
  max,
  nameOf,
  read,
}: Reading<Owner, Wanted, Row>): (owner: Owner, wanted: Wanted) => Promise<Row | undefined> {
  return batchCallsPer<Owner, Wanted, Row | undefined>(
    async (owner, wanted) => {
      const distinct = new Map(wanted.map((each) => [nameOf(each), each]));
      const rows = await read(owner, [...distinct.values()]);
      const found = new Map(rows.map((row) => [nameOf(row), row]));
      return wanted.map((each) => found.get(nameOf(each)));
    },
    { max_weight: max },
  );
}
