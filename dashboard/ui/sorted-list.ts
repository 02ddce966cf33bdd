/** A list whose order is part of the address: the heads of its columns change it, and links and the back button keep it. */
import { useList, type List, type ListOptions } from '../api/reads.ts';
import type { InputOf, ListId, RowOf } from '../api/operations.ts';
import { useFilter } from '../forms/filters/filters.ts';
import { ROUTES } from '../generated/operations.ts';
import { NEWEST_FIRST } from './sort.rules.ts';

/** @param input without what sorts it; what a search finds (`q`) has an order of its own */
export function useSortedList<Id extends ListId>(
  id: Id,
  input: InputOf<Id> | null,
  options: ListOptions = {},
): List<RowOf<Id>> {
  const [in_address, change] = useFilter('sort', NEWEST_FIRST);
  const is_search = input !== null && 'q' in input && input.q !== undefined;
  const is_known = ROUTES[id].sorts?.includes(in_address.replace(/^-/, '')) === true;
  const sort = is_known ? in_address : NEWEST_FIRST;
  const is_usual = is_search || sort === NEWEST_FIRST;
  const list = useList(id, input === null || is_usual ? input : { ...input, sort }, options);
  return is_search ? list : { ...list, sorting: { sort, change } };
}
