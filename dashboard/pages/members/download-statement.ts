/** Fetches a statement as CSV, with the session that a link could not send, and hands it to the browser as a file. */
import { call } from '../../api/client.ts';
import { joinCsv } from './statement.rules.ts';

/**
 * @param range of local dates, both inclusive
 * @throws UshirikaError where a page of it is refused or does not come
 */
export async function downloadStatement(
  path: string,
  range: { from: string; to: string },
  file_name: string,
): Promise<void> {
  const pages: string[] = [];
  let after: string | undefined;
  do {
    const answer = await call('GET', path, {
      query: { ...range, after },
      headers: { accept: 'text/csv' },
    });
    pages.push(answer.text);
    after = answer.headers.get('x-next-after') ?? undefined;
  } while (after !== undefined);
  const file = new Blob([joinCsv(pages)], { type: 'text/csv' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = file_name;
  link.click();
  // Once the browser has taken it.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
