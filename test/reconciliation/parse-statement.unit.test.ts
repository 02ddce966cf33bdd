/** Statements as wholes: columns, kinds, statuses, rows that are no entries, and lines that cannot be read. */
import { describe, expect, test } from 'vitest';
import type { StatementOptions } from '../../domain/reconciliation/parsing/statement.rules.ts';
import { AMOUNT, errorsOf, linesOf, read } from './read-statement.ts';

const ALL: StatementOptions = {
  currency: 'KES',
  columns: {
    amount: 'Amount',
    reference: 'Reference',
    provider_txn_id: 'Id',
    date: 'Date',
    kind: 'Type',
    description: 'Text',
  },
  kinds: { payment: ['Sale', 'Top up'], refund: ['Refund'], fee: ['Fee*'], fee_reversal: ['Fee returned*'] },
};

describe('entries', () => {
  test('have all that is named', () => {
    const text =
      'Id,Date,Type,Reference,Amount,Text\nT1,2026-09-02,Sale,R-1,"1,053.00","Two\nlines, one cell"\n';
    expect(read(text, ALL)).toEqual({
      ok: true,
      skipped_rows: 0,
      lines: [
        {
          line_no: 2,
          kind: 'payment',
          amount_minor: 105300n,
          currency: 'KES',
          date: '2026-09-02',
          reference: 'R-1',
          provider_txn_id: 'T1',
          description: 'Two\nlines, one cell',
        },
      ],
    });
  });

  test('without other columns are payments without date, ids and description', () => {
    expect(linesOf('Amount\n5\n')).toEqual([
      {
        line_no: 2,
        kind: 'payment',
        amount_minor: 500n,
        currency: 'KES',
        date: null,
        reference: null,
        provider_txn_id: null,
        description: null,
      },
    ]);
  });

  test('have null for what is empty', () => {
    const [line] = linesOf('Id,Date,Type,Reference,Amount,Text\n ,2026-09-02,,"  ",5,\n', ALL);
    expect(line).toMatchObject({ kind: 'other', reference: null, provider_txn_id: null, description: null });
  });

  test('keep a formula as the text that it is', () => {
    const [line] = linesOf(
      `Id,Date,Type,Reference,Amount,Text\n=1+1,2026-09-02,Sale,+5,5,=cmd|' /C calc'!A0\n`,
      ALL,
    );
    expect(line).toMatchObject({
      provider_txn_id: '=1+1',
      reference: '+5',
      description: `=cmd|' /C calc'!A0`,
    });
  });

  test('are of the default kind where there is no kind column', () => {
    expect(linesOf('Amount\n5\n', { ...AMOUNT, default_kind: 'fee' })).toMatchObject([{ kind: 'fee' }]);
    expect(linesOf('Amount\n5\n', { ...AMOUNT, default_kind: 'other' })).toMatchObject([{ kind: 'other' }]);
  });

  test('are read with another delimiter and decimal comma', () => {
    const options = { ...AMOUNT, delimiter: ';', decimal_separator: ',' } as const;
    expect(linesOf('Text;Amount\na;1.053,50\nb;1 053,50-\n', options)).toMatchObject([
      { amount_minor: 105350n },
      { amount_minor: -105350n },
    ]);
  });

  test('are read in minor units', () => {
    expect(linesOf('Amount\n105\n', { ...AMOUNT, amount_unit: 'minor' })).toMatchObject([
      { amount_minor: 105n },
    ]);
  });

  test('are dated in the offset of the statement', () => {
    const options = { ...AMOUNT, columns: { amount: 'Amount', date: 'At' }, utc_offset: '+03:00' };
    expect(linesOf('At,Amount\n2026-09-22T22:00:00Z,5\n2026-09-22 22:00,5\n', options)).toMatchObject([
      { date: '2026-09-23' },
      { date: '2026-09-22' },
    ]);
  });
});

describe('kinds', () => {
  test.each([
    ['Sale', 'payment'],
    ['Top up', 'payment'],
    [' top  UP ', 'payment'],
    ['Refund', 'refund'],
    ['Refunds', 'other'],
    ['Fee', 'fee'],
    ['Fee for September', 'fee'],
    ['FEE RETURNED, sorry', 'fee_reversal'],
    ['Fees', 'fee'],
    ['A fee', 'other'],
    ['payment', 'other'],
    ['', 'other'],
  ])('%j is %s', (cell, kind) => {
    expect(linesOf(`Id,Date,Type,Reference,Amount,Text\n,2026-09-02,"${cell}",,5,\n`, ALL)).toMatchObject([
      { kind },
    ]);
  });

  test('a value listed whole decides before beginnings', () => {
    const kinds = { fee: ['Pay Bill Charge'], payment: ['Pay Bill*'] };
    const options = { ...AMOUNT, columns: { amount: 'Amount', kind: 'Type' }, kinds };
    const text = 'Type,Amount\nPay Bill Charge,1\nPay Bill Charges,2\nPay Bill from 2547,3\n';
    expect(linesOf(text, options).map(({ kind }) => kind)).toEqual(['fee', 'payment', 'payment']);
  });

  test('with a kind column and no kinds all is other', () => {
    const options = { ...AMOUNT, columns: { amount: 'Amount', kind: 'Type' }, default_kind: 'fee' } as const;
    expect(linesOf('Type,Amount\nfee,1\n', options)).toMatchObject([{ kind: 'other' }]);
  });
});

describe('references', () => {
  const options = { ...AMOUNT, columns: { amount: 'Amount', reference: 'Text', description: 'Text' } };

  test.each([
    ['Pay Bill from 2547 - JANE Acc. R-1', 'R-1'],
    ['Acc. R-1 ', 'R-1'],
    ['Acc. Acc. 1', 'Acc. 1'],
    ['Acc. ', null],
    ['Pay Bill Charge', null],
    ['', null],
  ])('after a text: %j', (cell, reference) => {
    const lines = linesOf(`Text,Amount\n"${cell}",5\n`, { ...options, reference_after: 'Acc. ' });
    expect(lines).toMatchObject([{ reference, description: cell.trim() || null }]);
  });
});

describe('credit and debit columns', () => {
  const options: StatementOptions = { currency: 'KES', columns: { credit: 'In', debit: 'Out' } };

  test.each([
    ['5.00,', 500n],
    [',5.00', -500n],
    [',-5.00', -500n],
    [',(5.00)', -500n],
    ['-5.00,', -500n],
    ['5.00,0.00', 500n],
    ['0.00,5.00', -500n],
    ['KES 5,KES 0', 500n],
  ])('%j', (row, amount_minor) => {
    expect(linesOf(`In,Out\n${row}\n`, options)).toMatchObject([{ amount_minor }]);
  });

  test('both filled is unreadable, neither is no entry', () => {
    expect(errorsOf('In,Out\n5,5\n', options)).toEqual([
      '2: Both the credit and the debit column are filled.',
    ]);
    expect(errorsOf('In,Out\n5,-5\n', options)).toHaveLength(1);
    expect(read('In,Out\n,\n0,\n,0.00\n0,0\n', options)).toEqual({ ok: true, lines: [], skipped_rows: 4 });
  });

  test('one that cannot be read is named', () => {
    expect(errorsOf('In,Out\nx,\n5,"1,50"\n', options)).toEqual([
      '2: "x" is no amount.',
      expect.stringMatching(/^3: The amount "1,50" has a comma/),
    ]);
  });

  test('one of them is enough', () => {
    expect(linesOf('Out\n5\n', { currency: 'KES', columns: { debit: 'Out' } })).toMatchObject([
      { amount_minor: -500n },
    ]);
    expect(linesOf('In\n5\n', { currency: 'KES', columns: { credit: 'In' } })).toMatchObject([
      { amount_minor: 500n },
    ]);
  });
});

describe('rows that are no entries', () => {
  test('have an empty amount or zero; what else they hold does not matter', () => {
    const text =
      'Id,Date,Type,Reference,Amount,Text\n,no date,,,,Total\n,,,,0.00,\n1E+05,,,,(0),\n,2026-09-02,,,5,\n,,,,,\n';
    expect(read(text, ALL)).toMatchObject({ ok: true, skipped_rows: 4, lines: [{ line_no: 5 }] });
  });

  test('have another status; their amount does not matter either', () => {
    const options = { ...AMOUNT, status_column: 'Status', ok_statuses: ['Done', 'Paid out'] };
    const text = 'Status,Amount\nDone,1\nFailed,2\n,3\ndone ,4\nPending,x\n"PAID  out",5\n,\n';
    expect(read(text, options)).toMatchObject({
      ok: true,
      skipped_rows: 4,
      lines: [{ amount_minor: 100n }, { amount_minor: 400n }, { amount_minor: 500n }],
    });
  });

  test('blank lines are no rows', () => {
    expect(read('\nAmount\n\n5\n  \n\n6\n\n\n')).toMatchObject({
      ok: true,
      skipped_rows: 0,
      lines: [{ line_no: 4 }, { line_no: 7 }],
    });
  });

  test.each(['', '\n\n', '\uFEFF', 'Amount', 'Amount\n', 'Amount\n0\n'])('%j has no entries', (text) => {
    expect(read(text)).toMatchObject({ ok: true, lines: [] });
  });
});

describe('the header', () => {
  test.each(['Amount', ' Amount ', '"Amount"', 'AMOUNT', 'amount', '\uFEFFAmount'])('%j is found', (name) => {
    expect(linesOf(`x,${name}\n1,5\n`.replace('x,\uFEFF', '\uFEFFx,'))).toMatchObject([
      { amount_minor: 500n },
    ]);
  });

  test('space within names does not count', () => {
    const options = { ...AMOUNT, columns: { amount: 'Paid In' } };
    expect(linesOf('"Paid \n In"\n5\n', options)).toMatchObject([{ line_no: 3 }]);
    expect(linesOf('PAID\u00A0IN\n5\n', options)).toHaveLength(1);
  });

  test('a name to the letter goes before one that differs by case', () => {
    expect(linesOf('amount,Amount,AMOUNT\n1,2,3\n')).toMatchObject([{ amount_minor: 200n }]);
    expect(errorsOf('amount,AMOUNT\n1,2\n')).toEqual(['1: The header has the column "Amount" 2 times.']);
  });

  test('a name that is there twice is refused, unless nothing is read from it', () => {
    expect(errorsOf('Amount,Amount\n1,2\n')).toEqual(['1: The header has the column "Amount" 2 times.']);
    expect(linesOf('Text,Amount,Text,\n1,2,3,\n')).toHaveLength(1);
  });

  test('every column that it lacks is named, on its line', () => {
    expect(errorsOf('Preamble\n\nId,Sum,Date\n1,2,2026-09-02\n', { ...ALL, skip_rows: 1 })).toEqual([
      '3: The header has no column "Amount". It has "Id", "Sum", "Date".',
      '3: The header has no column "Reference". It has "Id", "Sum", "Date".',
      '3: The header has no column "Type". It has "Id", "Sum", "Date".',
      '3: The header has no column "Text". It has "Id", "Sum", "Date".',
    ]);
    expect(errorsOf('Amount\n5\n', { ...AMOUNT, status_column: 'Status', ok_statuses: ['Done'] })).toEqual([
      '1: The header has no column "Status". It has "Amount".',
    ]);
  });

  test('has at most 1,000 columns', () => {
    expect(linesOf(`Amount${','.repeat(999)}\n5\n`)).toHaveLength(1);
    expect(errorsOf(`Amount${','.repeat(1000)}\n5\n`)).toEqual([
      '1: The header has 1001 columns; at most 1000 are read.',
    ]);
  });

  test('of the preamble nothing is read, and lines keep their numbers', () => {
    const text = 'Name,"Unclosed\r\n\r\nAmount,Text\r\n5,"a\r\nb"\r\n6,\r\n';
    expect(linesOf(text, { ...AMOUNT, skip_rows: 2 }).map(({ line_no }) => line_no)).toEqual([4, 6]);
    expect(read(text, { ...AMOUNT, skip_rows: 50 })).toEqual({ ok: true, lines: [], skipped_rows: 0 });
  });
});

describe('unreadable lines', () => {
  test('are all named by their line of the file, with everything that is wrong', () => {
    const text = [
      'Id,Date,Type,Reference,Amount,Text',
      'T1,2026-09-02,Sale,R-1,"1,50",',
      'T2,2026-09-02,Sale,R-2,5.00,"two',
      'lines"',
      '',
      '1.25E+11,31/02/2026,Sale,R-3,5.00,',
      'T4,,Sale,R-4,USD 5.00,',
    ].join('\r\n');
    expect(errorsOf(text, ALL)).toEqual([
      '2: The amount "1,50" has a comma that separates no thousands. Where it is a decimal comma, set decimal_separator to ",".',
      '6: "31/02/2026" is no date of the form YYYY-MM-DD, DD/MM/YYYY, DD-MM-YYYY, YYYY/MM/DD, DD.MM.YYYY. ' +
        'The provider_txn_id "1.25E+11" was rounded by a spreadsheet. Take the statement as the provider wrote it.',
      '7: The amount "USD 5.00" is in USD, the statement in KES. The date is empty.',
    ]);
  });

  test('are named up to a hundred, and counted', () => {
    const statement = read(`Amount\n${'x\n'.repeat(150)}`);
    expect(statement).toMatchObject({ ok: false, error_count: 150 });
    expect(statement.ok ? [] : statement.errors).toHaveLength(100);
    expect(statement.ok ? [] : statement.errors.at(-1)).toMatchObject({ line_no: 101 });
  });

  test('a date is read in the form of the import only', () => {
    const options = { ...AMOUNT, columns: { amount: 'Amount', date: 'Date' }, date_format: 'MM/DD/YYYY' };
    expect(linesOf('Date,Amount\n09/22/2026 11:00,5\n', options)).toMatchObject([{ date: '2026-09-22' }]);
    expect(errorsOf('Date,Amount\n2026-09-22,5\n', options)).toEqual([
      '2: "2026-09-22" is no date of the form MM/DD/YYYY.',
    ]);
  });

  test('more cells than the header has columns would be in the wrong columns, unless they are empty', () => {
    expect(errorsOf('Text,Amount\nPay, Bill,5\n')).toEqual(['2: The record has 3 cells, the header has 2.']);
    expect(linesOf('Text,Amount\nPay,5,\nBill,6,, \n')).toHaveLength(2);
  });

  test('cells that are missing at the end are empty', () => {
    expect(linesOf('Amount,Text\n5\n6,x\n')).toMatchObject([{ amount_minor: 500n }, { amount_minor: 600n }]);
    expect(read('Id,Text,Amount\n1,x\nTotal\n2,y,5\n')).toMatchObject({ ok: true, skipped_rows: 2 });
  });

  test('a file that was cut off is refused', () => {
    expect(errorsOf('Id,Text,Amount\n1,x,5\n2,y')).toEqual([
      '3: The file ends in the middle of this record.',
    ]);
    expect(errorsOf('Id,Text,Amount\n1,x,5\n2,"y')).toEqual([
      '3: A quote (") opens on this record and is never closed.',
    ]);
    expect(linesOf('Id,Text,Amount\n1,x,5\n2,y,6')).toHaveLength(2);
    expect(linesOf('Id,Text,Amount\n1,x,5\nEnd of statement')).toHaveLength(1);
  });

  test('where the text is no CSV any more, the lines before are judged too', () => {
    expect(errorsOf('Amount,Text\nx,\n5,"a"b"\ny,\n')).toEqual([
      '2: "x" is no amount.',
      '3: A quoted cell goes on after its closing quote. A quote (") inside a cell is written twice.',
    ]);
    expect(errorsOf('Amount,Te"xt\n5,\n')).toEqual([
      '1: A quote (") is inside a cell that does not begin with one.',
    ]);
  });

  test.each(['reference', 'provider_txn_id', 'description'] as const)(
    'a %s too long to store is refused',
    (column) => {
      const options = { ...AMOUNT, columns: { amount: 'Amount', [column]: 'X' } };
      const longest = column === 'description' ? 1000 : 200;
      expect(linesOf(`Amount,X\n5,${'x'.repeat(longest)}\n`, options)).toHaveLength(1);
      expect(errorsOf(`Amount,X\n5,${'x'.repeat(longest + 1)}\n`, options)).toEqual([
        `2: The ${column} "${'x'.repeat(40)}…" is longer than ${longest} characters.`,
      ]);
    },
  );
});
