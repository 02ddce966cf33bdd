/** Batches of movements to test with. */
import type { Reply } from './client.ts';
import { csvTable } from './csv-table.ts';
import { decide } from './lending.ts';
import { must } from './people.ts';
import type { Sacco } from './sacco.ts';
import { until } from './wait.ts';

export const BATCHES = '/api/v1/sacco/movement-batches';

/** In cash, unless it says otherwise. @param rows of the file */
export function batchBody(
  rows: readonly Record<string, string>[],
  total_minor: number,
  more: object = {},
): object {
  return {
    csv: csvTable(rows),
    source: 'cash',
    total_minor,
    memo: 'collected on the market day',
    idempotency_key: crypto.randomUUID(),
    ...more,
  };
}

export function askBatch(
  { maker }: Pick<Sacco, 'maker'>,
  ...body: Parameters<typeof batchBody>
): Promise<Reply> {
  return maker.post(BATCHES, batchBody(...body));
}

/** A batch that was asked for is approved, and has ended. */
export async function postedBatch(sacco: Sacco, asked: Reply): Promise<Reply['body']> {
  must(await decide(sacco, must(asked).body.approval_id));
  return until('the batch has ended', async () => {
    const { body } = must(await sacco.maker.get(`${BATCHES}/${asked.body.id}`));
    return body.status.startsWith('posted') && body;
  });
}

export async function batchLines(sacco: Sacco, id: string, query = ''): Promise<Reply['body']['lines']> {
  return must(await sacco.maker.get(`${BATCHES}/${id}/lines?limit=100${query}`)).body.lines;
}
