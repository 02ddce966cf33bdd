/** The example of docs/concepts/statement-formats.md reads as the page says. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { formatMinor } from '../../core/money.ts';
import { parseStatement } from '../../domain/reconciliation/index.ts';
import type { StatementOptions } from '../../domain/reconciliation/parsing/statement.rules.ts';

const PAGE = readFileSync(new URL('../../docs/concepts/statement-formats.md', import.meta.url), 'utf8');

function block(language: string): string {
  return new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(PAGE)?.[1] ?? '';
}

test('the statement, its description and the entries of the page belong together', () => {
  const statement = parseStatement(block('csv'), JSON.parse(block('json')) as StatementOptions);
  const [, table = ''] = /\n\| line .*\n\| --.*\n((?:\|.*\n)+)/.exec(PAGE) ?? [];
  const shown = table
    .trim()
    .split('\n')
    .map((row) =>
      row
        .split('|')
        .map((cell) => cell.trim().replaceAll(',', ''))
        .slice(1, -1),
    );
  expect(shown).toHaveLength(2);
  expect(statement).toMatchObject({ ok: true, skipped_rows: 2 });
  const read = statement.ok ? statement.lines : [];
  expect(
    read.map((line) => [
      String(line.line_no),
      line.kind,
      formatMinor(line.amount_minor),
      line.date,
      line.provider_txn_id,
      line.reference ?? '',
    ]),
  ).toEqual(shown);
});
