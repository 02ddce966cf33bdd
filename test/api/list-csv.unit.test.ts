/** A list as CSV is read page by page, as far as it is sent, and says where it ends early. */
import { expect, test } from 'vitest';
import { listCsv, type ListPage } from '../../api/http/list-csv.ts';
import { collect } from '../../core/async-iterables.ts';
import { integer, object } from '../../core/schema.ts';
import { MAX_LIMIT, type PageRequest } from '../../db/page.ts';

const schema = object({ no: integer });

/** The numbers up to `last`. */
function listUpTo(last: number): { asked: PageRequest[]; read: (page: PageRequest) => Promise<ListPage> } {
  const asked: PageRequest[] = [];
  const read = (page: PageRequest): Promise<ListPage> => {
    asked.push(page);
    const begin = Number(page.after ?? 0);
    const end = Math.min(begin + page.limit, last);
    const rows = Array.from({ length: end - begin }, (_none, index) => ({ no: begin + index + 1 }));
    return Promise.resolve({ rows, next_after: end < last ? String(end) : null });
  };
  return { asked, read };
}

async function linesOf(chunks: AsyncIterable<string>): Promise<string[]> {
  return (await collect(chunks)).join('').trimEnd().split('\r\n');
}

test('all pages, each asked for once', async () => {
  const { asked, read } = listUpTo(2_500);
  const lines = await linesOf(listCsv({ schema, read, after: undefined }));
  expect(lines).toEqual(['no', ...Array.from({ length: 2_500 }, (_none, index) => String(index + 1))]);
  expect(asked.map(({ after }) => after)).toEqual([undefined, '1000', '2000']);
  expect(asked.every(({ limit }) => limit <= MAX_LIMIT)).toBe(true);
});

test('a list that ends where a file does has no line about more', async () => {
  const { read } = listUpTo(1_500);
  const lines = await linesOf(listCsv({ schema, read, after: undefined, most_rows: 1_500 }));
  expect(lines).toHaveLength(1 + 1_500);
  expect(lines.at(-1)).toBe('1500');
});

test('a longer one says after which to go on, and two files are the whole', async () => {
  const { read } = listUpTo(1_501);
  const first = await linesOf(listCsv({ schema, read, after: undefined, most_rows: 1_200 }));
  expect(first).toHaveLength(1 + 1_200 + 1);
  expect(first.at(-1)).toBe('next_after,1200');
  const rest = await linesOf(listCsv({ schema, read, after: '1200', most_rows: 1_200 }));
  expect(rest).toEqual(['no', ...Array.from({ length: 301 }, (_none, index) => String(1_201 + index))]);
});

test('an empty list is its header', async () => {
  expect(await linesOf(listCsv({ schema, read: listUpTo(0).read, after: undefined }))).toEqual(['no']);
});

test('nothing is read ahead of what is sent', async () => {
  const { asked, read } = listUpTo(100_000);
  const chunks = listCsv({ schema, read, after: undefined });
  await chunks.next();
  expect(asked).toHaveLength(1);
  await chunks.return();
  expect(asked).toHaveLength(1);
});
