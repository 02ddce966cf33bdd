/** Reads a statement as CSV, page by page. */
import { readCsv } from '../../ui/download-button.tsx';
import { joinCsv } from './statement.rules.ts';

/**
 * @param range of local dates, both inclusive
 * @throws UshirikaError where a page of it is refused or does not come
 */
export async function readStatementCsv(path: string, range: { from: string; to: string }): Promise<string> {
  const pages: string[] = [];
  let after: string | undefined;
  do {
    const answer = await readCsv(path, { ...range, after });
    pages.push(answer.text);
    after = answer.headers.get('x-next-after') ?? undefined;
  } while (after !== undefined);
  return joinCsv(pages);
}
