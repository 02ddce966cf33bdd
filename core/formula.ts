/**
 * Formulas that are evaluated here for one row and by PostgreSQL for many, from one definition. Amounts are exact integers in
 * both: bigint here, numeric there wherever a product might exceed 64 bits.
 */

export interface Formula<Row, Value = bigint> {
  readonly of: (row: Row) => Value;
  readonly sql: string;
}

type Columns<Table> = {
  readonly [Name in keyof Table & string]: Formula<
    Table,
    Table[Name] extends number | bigint ? bigint : Table[Name]
  >;
};

/**
 * The columns of a table as formulas.
 * @param alias of the table in SQL; '' where statements select from something that has the columns under their own names
 */
export function columns<Table extends object>(alias: string): Columns<Table> {
  const prefix = alias === '' ? '' : `${alias}.`;
  return new Proxy({} as Columns<Table>, {
    get: (_target, name: string) => ({
      of: (row: Record<string, unknown>) => {
        const value = row[name];
        return typeof value === 'number' ? BigInt(value) : value;
      },
      sql: `${prefix}${name}`,
    }),
  });
}

export function constant(value: bigint): Formula<unknown> {
  return { of: () => value, sql: String(value) };
}

export function plus<Row>(first: Formula<Row>, ...others: Formula<Row>[]): Formula<Row> {
  return others.reduce(
    (sum, each) => ({ of: (row) => sum.of(row) + each.of(row), sql: `${sum.sql} + ${each.sql}` }),
    first,
  );
}

export function minus<Row>(whole: Formula<Row>, part: Formula<Row>): Formula<Row> {
  return { of: (row) => whole.of(row) - part.of(row), sql: `${whole.sql} - (${part.sql})` };
}

export function times<Row>(a: Formula<Row>, b: Formula<Row>): Formula<Row> {
  return { of: (row) => a.of(row) * b.of(row), sql: `(${a.sql})::numeric * (${b.sql})` };
}

export function least<Row>(a: Formula<Row>, b: Formula<Row>): Formula<Row> {
  return {
    of: (row) => {
      const [x, y] = [a.of(row), b.of(row)];
      return x < y ? x : y;
    },
    sql: `least(${a.sql}, ${b.sql})`,
  };
}

/** numerator / denominator, rounded half up; neither is negative. */
export function divideHalfUp(numerator: bigint, denominator: bigint): bigint {
  return (2n * numerator + denominator) / (2n * denominator);
}

/** A quotient, rounded half up, in SQL. */
export function divideHalfUpSql(numerator: string, denominator: string): string {
  return `div(2 * (${numerator}) + ${denominator}, 2 * (${denominator}))`;
}

/** The same as a formula. */
export function quotientHalfUp<Row>(numerator: Formula<Row>, denominator: Formula<Row>): Formula<Row> {
  return {
    of: (row) => divideHalfUp(numerator.of(row), denominator.of(row)),
    sql: divideHalfUpSql(numerator.sql, denominator.sql),
  };
}

/** What a text column stands for. */
export function lookUp<Row, Name extends string>(
  key: Formula<Row, Name>,
  values: Readonly<Record<Name, bigint>>,
): Formula<Row> {
  const cases = Object.entries<bigint>(values).map(([name, value]) => `when '${name}' then ${value}`);
  return { of: (row) => values[key.of(row)], sql: `case ${key.sql} ${cases.join(' ')} end` };
}

export function when<Row>(
  condition: Formula<Row, boolean>,
  { then, otherwise }: { then: Formula<Row>; otherwise: Formula<Row> },
): Formula<Row> {
  return {
    of: (row) => (condition.of(row) ? then.of(row) : otherwise.of(row)),
    sql: `case when ${condition.sql} then ${then.sql} else ${otherwise.sql} end`,
  };
}

export function isEqual<Row, Text extends string>(
  column: Formula<Row, Text>,
  text: Text,
): Formula<Row, boolean> {
  return { of: (row) => column.of(row) === text, sql: `${column.sql} = '${text}'` };
}

export function isAbove<Row>(a: Formula<Row>, b: Formula<Row>): Formula<Row, boolean> {
  return { of: (row) => a.of(row) > b.of(row), sql: `${a.sql} > ${b.sql}` };
}

export function not<Row>(condition: Formula<Row, boolean>): Formula<Row, boolean> {
  return { of: (row) => !condition.of(row), sql: `not (${condition.sql})` };
}

/** Evaluated in order, here up to the first that is false. */
export function all<Row>(...conditions: Formula<Row, boolean>[]): Formula<Row, boolean> {
  return {
    of: (row) => conditions.every((each) => each.of(row)),
    sql: conditions.map(({ sql }) => sql).join(' and '),
  };
}

export function either<Row>(a: Formula<Row, boolean>, b: Formula<Row, boolean>): Formula<Row, boolean> {
  return { of: (row) => a.of(row) || b.of(row), sql: `(${a.sql} or ${b.sql})` };
}

/** A share of an amount in basis points, rounded half up. */
export function shareOf(amount_minor: bigint, bps: number): bigint {
  return divideHalfUp(amount_minor * BigInt(bps), 10_000n);
}
