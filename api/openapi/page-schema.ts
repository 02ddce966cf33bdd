/** The schema of a page of a list. */
import {
  arrayOf,
  ObjectSchema,
  string,
  type Fields,
  type OptionalField,
  type Schema,
} from '../../core/schema.ts';
import { totalsSchema, type PresentedTotals } from '../http/totals.ts';

type PageFields<Plural extends string, Item, More extends Fields> = Record<
  Plural,
  Schema<readonly Item[]>
> & { next_after: Schema<string | null> } & More;

const NO_FIELDS = {} satisfies Fields;

/** `{ <plural>: [...], next_after }`; the document publishes the plural for SDKs. */
export class PageSchema<Plural extends string, Item, More extends Fields> extends ObjectSchema<
  PageFields<Plural, Item, More>
> {
  readonly plural: Plural;
  readonly items: Schema<Item>;

  constructor(plural: Plural, items: Schema<Item>, more: More) {
    super({ ...more, [plural]: arrayOf(items), next_after: string.nullable() } as unknown as PageFields<
      Plural,
      Item,
      More
    >);
    this.plural = plural;
    this.items = items;
  }
}

export function pageOf<Plural extends string, Item>(
  plural: Plural,
  items: Schema<Item>,
): PageSchema<Plural, Item, typeof NO_FIELDS>;
/** @param more additional fields */
export function pageOf<Plural extends string, Item, More extends Fields>(
  plural: Plural,
  items: Schema<Item>,
  more: More,
): PageSchema<Plural, Item, More>;
export function pageOf(plural: string, items: Schema<unknown>, more: Fields = NO_FIELDS) {
  return new PageSchema(plural, items, more);
}

/** Of a list with `listFields`. */
export function listPageOf<Plural extends string, Item>(
  plural: Plural,
  items: Schema<Item>,
): PageSchema<Plural, Item, { totals: OptionalField<PresentedTotals> }> {
  return new PageSchema(plural, items, { totals: totalsSchema.optional() });
}
