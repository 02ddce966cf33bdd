/** A list as CSV: every row of its filter, read page by page by the list's own handler while the text is sent. */
import { csvOf, toCsv } from '../../core/csv.ts';
import { ObjectSchema, type Fields, type Wire } from '../../core/schema.ts';
import { MAX_LIMIT, type PageRequest } from '../../db/page.ts';
import { PageSchema } from '../openapi/page-schema.ts';
import { CSV, type Answer, type Route } from './route.ts';

/** Rows of one file: a spreadsheet opens it, and it takes less than a minute. */
const MAX_CSV_ROWS = 100_000;

export const LIST_CSV_HINT = `Every row of the filter, whatever \`limit\` is, up to ${MAX_CSV_ROWS}. If there are more, the last line is \`next_after\` and the value of \`after\` for the rest.`;

type Row = Wire<ObjectSchema<Fields>>;

export interface ListPage {
  rows: readonly Row[];
  next_after: string | null;
}

interface CsvOfList {
  /** Of one row. */
  schema: ObjectSchema<Fields>;
  read: (page: PageRequest) => Promise<ListPage>;
  /** The cursor after which it begins. */
  after: string | undefined;
  most_rows?: number;
}

/** One page is in memory at a time. Where rows are left, the last line says after which to go on. */
export async function* listCsv({
  schema,
  read,
  after,
  most_rows = MAX_CSV_ROWS,
}: CsvOfList): AsyncGenerator<string, void, undefined> {
  let next: string | null | undefined = after;
  async function* rows(): AsyncGenerator<Row, void, undefined> {
    for (let left = most_rows; left > 0 && next !== null;) {
      const found: ListPage = await read({ limit: Math.min(MAX_LIMIT, left), after: next });
      yield* found.rows;
      left -= found.rows.length;
      next = found.next_after;
    }
  }
  yield* csvOf(schema, rows());
  if (typeof next === 'string') yield toCsv([['next_after', next]]);
}

/** The input of a handler, as far as a list needs it. */
interface ListInput {
  query: PageRequest;
  accepts: (...types: string[]) => string | false;
}
type Handler = (input: ListInput) => Promise<Answer>;

/** The route; a list answers CSV too, unless it says otherwise or writes its own. */
export function withListCsv(route: Route): Route {
  const { access, responses, csv = access.kind === 'scoped' } = route;
  const listed = responses[200];
  const page = listed?.schema;
  if (!csv || !listed || !(page instanceof PageSchema) || listed.also_as?.includes(CSV))
    return { ...route, csv: false };
  const { plural, items } = page;
  if (!(items instanceof ObjectSchema)) throw new TypeError(`${route.operation_id} has no columns`);
  const handle: Handler = (input) => route.handle(input as never);
  const read = async (input: ListInput, { limit, after }: PageRequest): Promise<ListPage> => {
    const { body } = await handle({
      ...input,
      query: { ...input.query, limit, after, totals: undefined },
    });
    const { [plural]: rows, next_after } = body as Record<string, unknown>;
    return { rows, next_after } as ListPage;
  };
  const handleEither: Handler = async (input) => {
    if (input.accepts('application/json', CSV) !== CSV) return handle(input);
    const { after } = input.query;
    const chunks = listCsv({ schema: items, after, read: (request) => read(input, request) });
    return { status: 200, stream: { type: CSV, chunks } };
  };
  return {
    ...route,
    csv,
    responses: { ...responses, 200: { ...listed, also_as: [...(listed.also_as ?? []), CSV] } },
    handle: handleEither,
  };
}
