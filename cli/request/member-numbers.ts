/** Members in bodies and queries may be named by their number, as the API allows it in paths. */
import type { TransportRequest } from '@ushirika/sdk/transport';
import { pathWith } from './build-request.ts';
import type { Client } from './client.ts';

const ID = /^mem_/;

/** The request with the ids of members instead of their numbers. @throws UshirikaError for an unknown number */
export async function withMemberIds(request: TransportRequest, client: Client): Promise<TransportRequest> {
  const { query, body } = request;
  return {
    ...request,
    ...(query ? { query: (await resolved(query, client)) as Record<string, unknown> } : {}),
    ...(typeof body === 'object' ? { body: (await resolved(body, client)) as object } : {}),
  };
}

/** The value, with the id in each field `member_id`. */
async function resolved(value: unknown, client: Client): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map((each) => resolved(each, client)));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(async ([name, inner]: [string, unknown]) => [
    name,
    name === 'member_id' && typeof inner === 'string' && inner !== '' && !ID.test(inner)
      ? await idOf(inner, client)
      : await resolved(inner, client),
  ]);
  return Object.fromEntries((await Promise.all(fields)) as [string, unknown][]);
}

async function idOf(number: string, client: Client): Promise<string> {
  const path = pathWith('/api/v1/sacco/members/{member}', [number]);
  return (await client.request<{ id: string }>('GET', path)).data.id;
}
