/** Joins the pages of a statement. Pure. */
import type { Statement } from '../../../generated/wire.ts';

export type StatementAccount = Statement['accounts'][number];

/**
 * Each account once: its opening balance from the first page it is on, its movements from all of them, its closing balance
 * from the last.
 * @param parts accounts of all pages, in the order of the pages
 */
export function joinAccounts(parts: readonly StatementAccount[]): StatementAccount[] {
  const joined = new Map<string, StatementAccount>();
  for (const part of parts) {
    const key = `${part.kind} ${part.loan_id ?? ''}`;
    const before = joined.get(key);
    joined.set(
      key,
      before
        ? {
            ...part,
            opening_balance: before.opening_balance,
            opening_balance_minor: before.opening_balance_minor,
            movements: [...before.movements, ...part.movements],
          }
        : part,
    );
  }
  return [...joined.values()];
}

const OPENING = ',Opening balance,';
const CLOSING = ',Closing balance,';

/**
 * The pages of a statement's CSV as one file with one header; accounts stand in the same order on each page, new ones last.
 * @param pages as the API wrote them
 */
export function joinCsv(pages: readonly string[]): string {
  let header = '';
  const accounts: { opening: string; movements: string[]; closing: string }[] = [];
  for (const page of pages) {
    const [first = '', ...lines] = page.split(/\r?\n/).filter((line) => line.trim() !== '');
    header = first;
    let place = -1;
    for (const line of lines) {
      if (line.includes(OPENING)) {
        place += 1;
        accounts[place] ??= { opening: line, movements: [], closing: '' };
      } else if (line.includes(CLOSING)) {
        const account = accounts[place];
        if (account) account.closing = line;
      } else {
        accounts[place]?.movements.push(line);
      }
    }
  }
  const lines = accounts.flatMap(({ opening, movements, closing }) => [opening, ...movements, closing]);
  return [header, ...lines, ''].join('\r\n');
}
