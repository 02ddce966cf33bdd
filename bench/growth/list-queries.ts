/** Every list route, with each value of each of its filters. */
import type { Route } from '../../api/http/route.ts';
import { ROUTES } from '../../api/routes.ts';

export const LIMIT = 20;
/** Entries that jobs write by the hundred thousand have no index by kind: where there are any, they are among the newest. */
const UNINDEXED = new Set(['&kind=loan_charge', '&kind=dividend']);
/** Nor have the posted ones of a SACCO one of their own: nearly all are. */
const UNINDEXED_OF_ENTRIES = '&status=posted';
/** Of which no project has more than some dozens. */
const FEW = new Set(['/api/v1/sacco/loan-products', '/api/v1/sacco/dividends']);

/** The id of something of each kind, by the name that stands in paths; and the first date of reports, where it is another one. */
export type SampleIds = Record<string, string>;

export const LISTS: readonly Route[] = ROUTES.filter(
  (route) => route.method === 'GET' && filtersOf(route)['limit'] && !FEW.has(route.path),
);

/** Values of filters that are no choice among a few. */
const VALUES: Record<string, (ids: SampleIds) => string | undefined> = {
  q: () => 'Abebe',
  from: ({ from = '2026-01-01' }) => from,
  to: () => '2099-12-31',
  reference: () => 'order-1',
  owner: () => 'vendor-1',
  member_id: ({ member }) => member,
  action: () => 'api_key.created',
  actor: ({ user_id }) => user_id,
  subject: ({ key_id }) => key_id,
  guarantor_id: ({ member }) => member,
  endpoint_id: ({ webhook_endpoint }) => webhook_endpoint,
};

interface Filter {
  flags?: { presence?: string };
  allow?: unknown[];
}

function filtersOf({ query }: Route): Record<string, Filter> {
  return (query?.describe().keys ?? {}) as Record<string, Filter>;
}

function isUnindexed({ path }: Route, filter: string): boolean {
  return UNINDEXED.has(filter) || (path === '/api/v1/sacco/entries' && filter === UNINDEXED_OF_ENTRIES);
}

/** The path with its ids. */
export function addressOf({ path }: Route, ids: SampleIds): string {
  return path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => ids[name] as string);
}

/** The query without a filter, and with each value of each; what must be there is always there. */
export function queriesOf(route: Route, ids: SampleIds): string[] {
  const { limit: _limit, after: _after, ...filters } = filtersOf(route);
  const required = Object.entries(filters).filter(([, { flags }]) => flags?.presence === 'required');
  const always = required.map(([name]) => `&${name}=${VALUES[name]?.(ids)}`).join('');
  const each = Object.entries(filters).flatMap(([name, { allow = [] }]) => {
    const values = VALUES[name] ? [VALUES[name](ids)] : allow;
    return required.length > 0 ? [] : values.map((value) => `&${name}=${String(value)}`);
  });
  return ['', ...each.filter((filter) => !isUnindexed(route, filter))].map(
    (filter) => `?limit=${LIMIT}${always}${filter}`,
  );
}
