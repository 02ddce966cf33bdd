/**
 * The base of the Objection models. A model describes one table that is read or written one row or one page at a time.
 * Set-based work (ledger backends, idempotency keys, batch inserts and results, the drain of postings) and work of every
 * request (looking up its API key) stay SQL beside their function: a model costs more CPU on every small statement.
 */
import {
  Model,
  QueryBuilder,
  raw,
  type ModelObject,
  type Page as ObjectionPage,
  type PartialModelObject,
  type Pojo,
} from 'objection';
import { notFound } from '../core/errors.ts';
import { toJson } from '../core/json.ts';
import { addDays, startOfDay } from '../core/local-date.ts';
import { scopeOf, type Scope } from '../core/scope.ts';
import {
  CREATED,
  orderOf,
  page,
  type CreationDays,
  type Page,
  type PageRequest,
  type Totals,
} from './page.ts';
import { totalsOf } from './totals.ts';

/** An SQL expression as the value of a column. */
export { raw };

/** A row of a model's table. */
export type RowOf<M extends Model> = ModelObject<M>;

/** The columns that assign a row to its project and environment. */
export type ScopeColumns = Pick<Scope, 'project_id' | 'environment'>;

export function scopeColumns({ project_id, environment }: ScopeColumns): ScopeColumns {
  return { project_id, environment };
}

/** A row with its scope, for work that starts from only an id, or from due rows. */
export interface Scoped<Row> {
  row: Row;
  scope: Scope;
  /** The name of the row's project. */
  project_name: string;
}

/** The order of rows whose ids do not grow with the moment that orders them. */
interface MomentOrder {
  /** The column of the moment. */
  moment: string;
  /** The column that is the cursor, and orders rows of one moment. */
  id: string;
  /** The columns that, with the id, identify the row at the cursor. */
  within: object;
  /** The page after a row that does not, or no longer, exist. */
  after_missing_row: 'empty' | 'first';
}

export class TableQuery<M extends Model, R = M[]> extends QueryBuilder<M, R> {
  declare ArrayQueryBuilderType: TableQuery<M>;
  declare SingleQueryBuilderType: TableQuery<M, M>;
  declare MaybeSingleQueryBuilderType: TableQuery<M, M | undefined>;
  declare NumberQueryBuilderType: TableQuery<M, number>;
  declare PageQueryBuilderType: TableQuery<M, ObjectionPage<M>>;

  // Objection does not declare that a lock may name its table when others are joined.
  declare forShare: (...tables: string[]) => this;
  declare forNoKeyUpdate: (...tables: string[]) => this;

  /** In which the cursor of a page is looked for. */
  private scope_columns: ScopeColumns | undefined;

  private get model(): typeof TableModel {
    return this.modelClass() as unknown as typeof TableModel;
  }

  private nameOf(column: string): string {
    return `${this.tableRefFor(this.modelClass())}.${column}`;
  }

  /** Rows of this project and environment. */
  inScope(scope: ScopeColumns): this {
    this.scope_columns = scopeColumns(scope);
    return this.where({
      [this.nameOf('project_id')]: scope.project_id,
      [this.nameOf('environment')]: scope.environment,
    });
  }

  /** Filters by the column if a value is given. */
  whereGiven(name: string, value: string | number | bigint | undefined | null): this {
    return value === undefined || value === null ? this : this.where(this.nameOf(name), value as string);
  }

  /** @throws AppError NOT_FOUND also for rows of other projects and environments */
  async findInScope(scope: ScopeColumns, id: string): Promise<M> {
    const { idColumn, label } = this.model;
    const row = await this.inScope(scope)
      .where(this.nameOf(idColumn as string), id)
      .first();
    if (!row) throw notFound(label);
    return row as M;
  }

  /**
   * A page in the order that is asked for, newest first by default: ids grow with time.
   * @param column the cursor; its values are texts
   * @template Row the selected columns, if not the whole row
   */
  async paginate<Row = M>(request: PageRequest, column = 'id'): Promise<Page<Row>> {
    const { limit, after } = request;
    const totals = await this.totalsIfAsked(request);
    const id = this.nameOf(column);
    const { by, is_descending } = orderOf(request);
    const [direction, beyond] = is_descending ? (['desc', '<'] as const) : (['asc', '>'] as const);
    if (by === CREATED) {
      if (after !== undefined) void this.where(id, beyond, after);
    } else {
      const values = this.model.sorts[by];
      if (values === undefined) throw new TypeError(`${this.model.name} is not sorted by ${by}`);
      if (after !== undefined) void this.whereBeyond(values, id, { after, beyond });
      for (const value of values) void this.orderByRaw(`${value} ${direction}`);
    }
    const rows = (await this.orderBy(id, direction).limit(limit + 1)) as unknown as Row[];
    return { ...page(rows, limit, (row) => String(row[column as keyof Row])), ...totals };
  }

  /** Only rows after the one at the cursor, also if that does not fit the filter any more; none where it is of another scope. */
  private whereBeyond(
    values: readonly string[],
    id: string,
    { after, beyond }: { after: string; beyond: '<' | '>' },
  ): this {
    const last = values.map((value) => {
      const query = this.clone().clearWhere().clearSelect().where(id, after).select(raw(value));
      return this.scope_columns ? query.inScope(this.scope_columns) : query;
    });
    const [row, place] = [values.join(', '), values.map(() => '?').join(', ')];
    // The first condition says no more, but alone it is one that an index of the values serves.
    return this.whereRaw(`(${row}) ${beyond}= (${place})`, last).whereRaw(
      `(${row}, ??) ${beyond} (${place}, ?)`,
      [id, ...last.map((query) => query.clone()), after],
    );
  }

  private async totalsIfAsked({ totals }: PageRequest): Promise<{ totals?: Totals }> {
    if (totals !== true) return {};
    const table = this.tableRefFor(this.modelClass());
    return { totals: await totalsOf(this as never, table, this.model.amounts) };
  }

  /** The same for rows that are ordered by a moment, and then by id. */
  async paginateByMoment<Row = M>(
    request: PageRequest,
    { moment, id, within, after_missing_row }: MomentOrder,
  ): Promise<Page<Row>> {
    const { limit, after } = request;
    const totals = await this.totalsIfAsked(request);
    const [at, name] = [this.nameOf(moment), this.nameOf(id)];
    const { is_descending } = orderOf(request);
    const order = is_descending ? 'desc' : 'asc';
    if (after !== undefined) {
      const last = this.modelClass()
        .query()
        .where({ ...within, [id]: after })
        .select(moment);
      void this.whereRaw(`(??, ??) ${is_descending ? '<' : '>'} (coalesce(?, ?::timestamptz), ?)`, [
        at,
        name,
        last,
        (after_missing_row === 'empty') === is_descending ? '-infinity' : 'infinity',
        after,
      ]);
    }
    const rows = (await this.orderBy([
      { column: at, order },
      { column: name, order },
    ]).limit(limit + 1)) as unknown as Row[];
    return { ...page(rows, limit, (row) => String(row[id as keyof Row])), ...totals };
  }

  /** A page of rows that were created on these days: their moments order it, so that an index finds them. Without days as `paginate`. */
  async paginateByDays<Row = M>(request: PageRequest & CreationDays): Promise<Page<Row>> {
    const { from, to, utc_offset_minutes } = request;
    if (!from && !to) return this.paginate<Row>(request);
    if (from) void this.where('created_at', '>=', startOfDay(from, utc_offset_minutes));
    if (to) void this.where('created_at', '<', startOfDay(addDays(to, 1), utc_offset_minutes));
    return this.paginateByMoment<Row>(request, {
      moment: 'created_at',
      id: 'id',
      within: this.scope_columns ?? {},
      after_missing_row: 'empty',
    });
  }

  /** Inserts the row, unless a unique key of it is taken. @returns whether it was inserted */
  async insertUnlessTaken(row: PartialModelObject<M>): Promise<boolean> {
    // Objection itself returns a skipped row as if it had been inserted.
    const inserted = await this.insert(row).onConflict().ignore().toKnexQuery();
    return inserted.length > 0;
  }

  /** The rows of the query, each with its own scope. */
  async withScope(): Promise<Scoped<ModelObject<M>>[]> {
    const found = (await this.join('projects', 'projects.id', this.nameOf('project_id')).select(
      `${this.tableRefFor(this.modelClass())}.*`,
      'projects.test_clock_offset_ms',
      'projects.name as project_name',
    )) as unknown as (M & ScopeColumns & { test_clock_offset_ms: bigint; project_name: string })[];
    return found.map(({ test_clock_offset_ms, project_name, ...row }) => ({
      row: row as unknown as ModelObject<M>,
      scope: scopeOf(row.project_id, row.environment, test_clock_offset_ms),
      project_name,
    }));
  }

  /** @returns null when there is no such row in any scope */
  async findWithScope(id: string): Promise<Scoped<ModelObject<M>> | null> {
    const { idColumn } = this.model;
    const [found] = await this.where(this.nameOf(idColumn as string), id).withScope();
    return found ?? null;
  }
}

/** Fields are declared, not defined: a defined one would overwrite what was read. */
export class TableModel extends Model {
  declare QueryBuilderType: TableQuery<this>;
  static override QueryBuilder = TableQuery;
  /** `first()` reads one row, not all matching ones. */
  static override useLimitInFirst = true;
  /** JSON values are written, never changed. */
  static cloneObjectAttributes = false;
  /** What an error calls one of these, e.g. "payment link". */
  static label = '';
  /** What its lists are sorted by, beside when rows were made: SQL by name. It is never null, and an index has it in this order. */
  static sorts: Record<string, readonly string[]> = {};
  /** The amounts that its lists sum up: columns in minor units, beside a `currency`. */
  static amounts: readonly string[] = [];

  /** JSON columns are written with exact numbers; Objection's own way fails on bigints. */
  override $formatDatabaseJson(json: Pojo): Pojo {
    const { jsonAttributes } = this.constructor as typeof TableModel;
    if (!Array.isArray(jsonAttributes)) return json;
    const texts = jsonAttributes.filter((name) => json[name] !== undefined && json[name] !== null);
    return { ...json, ...Object.fromEntries(texts.map((name) => [name, toJson(json[name])])) };
  }
}
