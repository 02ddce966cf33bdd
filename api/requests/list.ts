/** The parameters of lists whose order can be chosen, and whose rows are counted and summed up where that is asked for. */
import joi from 'joi';
import type { IdKind } from '../../core/ids.ts';
import { CREATED, MAX_COUNTED } from '../../db/page.ts';
import { pageFields } from '../fields.ts';

const SORT_HINT = `What orders the rows; with \`-\` in front, descending. \`${CREATED}\` is the order in which they were made. By default \`-${CREATED}\`.`;

const TOTALS_HINT = `Whether the answer has \`totals\`: how many rows fit the filter, up to ${MAX_COUNTED}, whatever the page shows.`;

/**
 * Page parameters of a list that `paginate` reads.
 * @param cursor the kind of id, or `number`
 * @param sorts of its model, beside when rows were made
 */
export function listFields(cursor: IdKind | 'number', ...sorts: string[]) {
  const allowed = [CREATED, ...sorts].flatMap((name) => [name, `-${name}`]);
  return {
    ...pageFields(cursor),
    sort: joi
      .string()
      .valid(...allowed)
      .description(SORT_HINT),
    totals: joi.boolean().description(TOTALS_HINT),
  };
}
