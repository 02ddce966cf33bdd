/** Reads a statement as CSV, page by page. */
import type { InputOf } from '../../../api/operations.ts';
import { readCsv } from '../../../ui/download-button.tsx';
import { joinCsv } from './statement.rules.ts';

/** @throws UshirikaError where a page of it is refused or does not come */
export async function readStatementCsv(input: InputOf<'sacco.members.statement'>): Promise<string> {
  const pages: string[] = [];
  let after: string | undefined;
  do {
    const answer = await readCsv('sacco.members.statement', { ...input, after });
    pages.push(answer.text);
    after = answer.headers.get('x-next-after') ?? undefined;
  } while (after !== undefined);
  return joinCsv(pages);
}
