/** What is wrong with the lines of an import as a whole: doubles, and names of one file that another lacks. Pure. */
import { groupBy } from '../../core/group-by.ts';
import type { FileName, ImportError } from './files.rules.ts';
import type { ImportLines } from './read-files.ts';
import type { GuarantorLine, LoanLine } from './read-loans.rules.ts';

/** @param max_guarantors of one loan */
export function crossErrors(lines: ImportLines, max_guarantors: number): ImportError[] {
  const { members, loans, accounts } = lines;
  return [
    ...doubled('members', members, { column: 'member_no', of: ({ member_no }) => member_no.toUpperCase() }),
    ...doubled('members', members, { column: 'phone', of: ({ phone }) => phone }),
    ...doubled('members', members, { column: 'external_ref', of: ({ external_ref }) => external_ref ?? '' }),
    ...doubled('loans', loans, {
      column: 'loan_ref',
      of: ({ member_no, loan_ref }) => (loan_ref === '' ? '' : `${member_no} ${loan_ref}`),
    }),
    ...doubled('accounts', accounts, { column: 'code', of: ({ code }) => code }),
    ...unknownMembers(lines),
    ...guarantorErrors(lines, max_guarantors),
  ];
}

/** @param of what no two lines may have; empty: the line has none */
function doubled<Line extends { line_no: number }>(
  file: FileName,
  lines: readonly Line[],
  { column, of }: { column: string; of: (line: Line) => string },
): ImportError[] {
  const first = new Map<string, number>();
  return lines.flatMap((line): ImportError[] => {
    const value = of(line);
    if (value === '') return [];
    const earlier = first.get(value);
    if (earlier === undefined) {
      first.set(value, line.line_no);
      return [];
    }
    return [{ file, line_no: line.line_no, column, message: `"${column}" is that of line ${earlier}, too` }];
  });
}

const NOT_IN_FILE = "is in no line of the members' file";

function unknownMembers({ members, loans, guarantors }: ImportLines): ImportError[] {
  const known = new Set(members.map(({ member_no }) => member_no));
  const missing = <Line extends { line_no: number }>(
    file: FileName,
    lines: readonly Line[],
    column: keyof Line & string,
  ) =>
    lines
      .filter((line) => line[column] !== '' && !known.has(line[column] as string))
      .map(({ line_no }) => ({ file, line_no, column, message: `"${column}" ${NOT_IN_FILE}` }));
  return [
    ...missing('loans', loans, 'member_no'),
    ...missing('guarantors', guarantors, 'borrower_no'),
    ...missing('guarantors', guarantors, 'guarantor_no'),
  ];
}

/** Loans by their borrower. */
export type LoansOf = ReadonlyMap<string, readonly LoanLine[]>;

/** The loan that a guarantor's line names; null where it names none, or one of several. */
export function guaranteedLoan(of: LoansOf, { borrower_no, loan_ref }: GuarantorLine): LoanLine | null {
  const loans = of.get(borrower_no) ?? [];
  const named = loan_ref === '' ? loans : loans.filter((loan) => loan.loan_ref === loan_ref);
  return named.length === 1 ? (named[0] as LoanLine) : null;
}

/** A guarantor pledges savings that the import brings. */
function guarantorErrors({ members, loans, guarantors }: ImportLines, max_guarantors: number): ImportError[] {
  const of = groupBy(loans, ({ member_no }) => member_no);
  const left = new Map(members.map(({ member_no, savings_minor }) => [member_no, savings_minor]));
  const pledged = new Set<string>();
  const counts = new Map<LoanLine, number>();
  return guarantors.flatMap((line): ImportError[] => {
    const { line_no, loan_ref, guarantor_no, amount_minor } = line;
    const error = (column: string, message: string): ImportError[] => [
      { file: 'guarantors', line_no, column, message: `"${column}" ${message}` },
    ];
    const free = left.get(guarantor_no);
    if (free === undefined || !left.has(line.borrower_no)) return [];
    const loan = guaranteedLoan(of, line);
    if (!loan)
      return loan_ref === ''
        ? error('loan_ref', `is required: the borrower has ${of.get(line.borrower_no)?.length ?? 0} loans`)
        : error('loan_ref', 'is that of no loan of the borrower');
    const name = `${loan.line_no} ${guarantor_no}`;
    if (pledged.has(name)) return error('guarantor_no', 'guarantees this loan by an earlier line');
    pledged.add(name);
    const count = (counts.get(loan) ?? 0) + 1;
    counts.set(loan, count);
    if (count > max_guarantors)
      return error('guarantor_no', `is one too many: a loan has at most ${max_guarantors}`);
    left.set(guarantor_no, free - amount_minor);
    return amount_minor > free
      ? error('amount', 'is more than the guarantor has saved and not pledged yet')
      : [];
  });
}
