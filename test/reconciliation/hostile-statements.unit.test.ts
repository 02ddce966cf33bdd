/** The limits of a statement, and text that is meant to do harm or is no statement at all. */
import { describe, expect, test } from 'vitest';
import type { StatementOptions } from '../../domain/reconciliation/parsing/statement.rules.ts';
import { AMOUNT, errorsOf, linesOf, outcomeOf, read } from './read-statement.ts';

describe('limits', () => {
  test('20,000 records, whatever is in them', () => {
    expect(linesOf(`Amount\n${'5\n'.repeat(20_000)}`)).toHaveLength(20_000);
    expect(linesOf(`a\nb\nAmount\n\n${'5\n\n'.repeat(20_000)}`, { ...AMOUNT, skip_rows: 2 })).toHaveLength(
      20_000,
    );
    const refused = [413, 'A statement has at most 20,000 lines. Import it in parts.'];
    expect(outcomeOf(`Amount\n${'5\n'.repeat(20_001)}`)).toEqual(refused);
    expect(outcomeOf(`Amount\n${'x\n'.repeat(20_001)}`)).toEqual(refused);
    expect(outcomeOf(`Amount\n${'0\n'.repeat(20_001)}`)).toEqual(refused);
    expect(outcomeOf(`Amount\n${'5\n'.repeat(20_001)}"`)).toEqual(refused);
  });

  test('5 MB, counted in bytes', () => {
    const bytes = 5 * 1024 * 1024;
    const padded = (text: string) => text + '\n'.repeat(bytes - Buffer.byteLength(text));
    expect(linesOf(padded('Amount\n5\n'))).toHaveLength(1);
    const refused = [413, 'A statement has at most 5 MB. Import it in parts.'];
    expect(outcomeOf(`${padded('Amount\n5\n')}\n`)).toEqual(refused);
    expect(outcomeOf(`Amount\n5\n${'é'.repeat(bytes / 2)}`)).toEqual(refused);
  });
});

describe('hostile text', () => {
  const LENGTH = 500_000;

  test.each<[string, string]>([
    ['delimiters', `Amount,b\n${','.repeat(LENGTH)}`],
    ['delimiters in the header', `${','.repeat(LENGTH)}Amount\n5\n`],
    ['the same name over and over', `${'Amount,'.repeat(LENGTH / 7)}\n5\n`],
    ['quotes', `Amount,b\n${'"'.repeat(LENGTH)}`],
    ['an uneven number of quotes', `Amount,b\n${'"'.repeat(LENGTH - 1)}`],
    ['quotes and line ends', `Amount,b\n${'"\n'.repeat(LENGTH / 2)}`],
    ['quoted line ends', `Amount,b\n"${'\r\n'.repeat(LENGTH / 2)}",5\n`],
    ['line ends', `Amount,b\n${'\n'.repeat(LENGTH)}`],
    ['carriage returns', '\r'.repeat(LENGTH)],
    ['space', `Amount,b\n${' '.repeat(LENGTH)},5\n`],
    ['space in quotes', `Amount,b\n"${' '.repeat(LENGTH)}",5\n`],
    ['space between', `Amount,b\n5,x${' '.repeat(LENGTH)}x\n`],
    ['digits', `Amount,b\n${'1'.repeat(LENGTH)},5\n`],
    ['thousands', `Amount,b\n"1${',000'.repeat(LENGTH / 4)}",5\n`],
    ['minus signs', `Amount,b\n${'-'.repeat(LENGTH)},5\n`],
    ['parentheses', `Amount,b\n${'('.repeat(LENGTH / 2)}${')'.repeat(LENGTH / 2)},5\n`],
    ['letters', `Amount,b\n${'KES'.repeat(LENGTH / 3)},5\n`],
    ['NULs', '\0'.repeat(LENGTH)],
    ['lines with NUL', 'a\0\n'.repeat(LENGTH / 3)],
    ['lone surrogates', `Amount,b\n5,${'\uD800'.repeat(LENGTH / 3 - 10)}\n`],
    ['replacement characters', `Amount,b\n${'\uFFFD'.repeat(LENGTH / 3 - 10)},5\n`],
  ])('half a megabyte of %s is read or refused in a moment', (_name, text) => {
    const options: StatementOptions = {
      ...AMOUNT,
      columns: { amount: 'Amount', date: 'b', reference: 'b', kind: 'b', description: 'b' },
      kinds: { payment: ['x*'] },
      reference_after: 'x',
    };
    const begun = process.cpuUsage();
    const outcome = outcomeOf(text, options);
    const { user } = process.cpuUsage(begun);
    expect(Array.isArray(outcome) || !outcome.ok || outcome.lines.length === 0).toBe(true);
    // What grows with the square of the length takes minutes.
    expect(user / 1e6).toBeLessThan(10);
  });

  test('a NUL is refused wherever it stands, by its line', () => {
    expect(errorsOf('Amount,x\r\n5,\r\n5,a\0\n6,\r7,\0')).toEqual([
      expect.stringMatching(/^3: .*NUL/),
      expect.stringMatching(/^5: .*NUL/),
    ]);
  });

  test('text in UTF-16 that was read as UTF-8 is told from a bad header', () => {
    const text = Buffer.from('\uFEFFAmount\n5\n', 'utf16le').toString('utf8');
    expect(errorsOf(text)[0]).toMatch(/^1: .*Save the file as CSV in UTF-8/);
  });

  test('text in Latin-1 that was read as UTF-8 is refused where its amounts have a no-break space', () => {
    const text = Buffer.from('Amount\n1\u00A0053.00\n', 'latin1').toString('utf8');
    expect(errorsOf(text)).toEqual(['2: "1\uFFFD053.00" is no amount.']);
  });

  test('names that every object has are no columns, kinds or statuses', () => {
    const options: StatementOptions = {
      ...AMOUNT,
      columns: { amount: '__proto__', kind: 'constructor' },
      kinds: { fee: ['toString'] },
      status_column: 'hasOwnProperty',
      ok_statuses: ['valueOf'],
    };
    const text =
      '__proto__,constructor,hasOwnProperty\n5,__proto__,valueOf\n6,toString,valueOf\n7,,toString\n';
    expect(read(text, options)).toMatchObject({
      ok: true,
      skipped_rows: 1,
      lines: [{ kind: 'other' }, { kind: 'fee' }],
    });
  });
});
