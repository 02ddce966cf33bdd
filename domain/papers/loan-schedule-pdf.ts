/** The schedule of a loan as PDF, to be signed: what falls due when, what is paid, and what is owed today. */
import type { Block, Table } from '../../core/pdf/paper.ts';
import { refusal } from '../../core/errors.ts';
import { localDateAt } from '../../core/local-date.ts';
import { getSettings } from '../cooperative/index.ts';
import { presentLoan, readLoan } from '../loans/index.ts';
import type { ScopedContext } from '../platform/unit.ts';
import { makePdf, type PaperRequest } from './make-pdf.ts';
import { fieldIfAny, groupMinor, moneyOf, named, percent } from './texts.rules.ts';
import type { Words } from './words/words.ts';

type LoanWire = ReturnType<typeof presentLoan>;

/** @throws AppError NOT_FOUND, `not_posted` for a loan that was not disbursed, and as `makePdf` */
export function loanSchedulePdf(
  base: ScopedContext,
  loan_id: string,
  request: PaperRequest,
): Promise<Uint8Array> {
  const { ctx, scope } = base;
  return makePdf(base, request, async (words) => {
    const view = await readLoan(ctx.db, scope, loan_id);
    const loan = presentLoan(view);
    const { utc_offset_minutes } = await getSettings(ctx.db, scope);
    if (loan.disbursed_at === null)
      throw refusal('not_posted', 'A loan has a schedule once it is disbursed; this one is not.');
    const disbursed_on = localDateAt(loan.disbursed_at, utc_offset_minutes);
    return {
      facts: {
        kind: 'loan_schedule',
        subject: [loan.id],
        member_no: loan.member.member_no,
        amount_minor: loan.principal_minor,
        currency: loan.currency,
        dated_on: disbursed_on,
      },
      size: 'a4',
      about: `${loan.member.member_no} · ${loan.id}`,
      blocks: [
        headOf(loan, { disbursed_on, today: view.today }, words),
        tableOf(loan, words),
        ...guarantorsOf(loan, words),
        {
          kind: 'signatures',
          signers: [words.sign(words.borrower, loan.member.full_name), words.sign(words.for_cooperative)],
        },
      ],
    };
  });
}

function headOf(
  loan: LoanWire,
  { disbursed_on, today }: { disbursed_on: string; today: string },
  words: Words,
): Block {
  const money = moneyOf(loan.currency);
  return {
    kind: 'fields',
    fields: [
      { name: words.borrower, value: named(loan.member) },
      { name: words.loan_no, value: loan.id },
      { name: words.principal, value: money(loan.principal_minor) },
      { name: words.disbursed_on, value: disbursed_on },
      { name: words.rate, value: `${percent(loan.rate_bps)}, ${words.methods[loan.method]}` },
      { name: words.term, value: words.installments(loan.term, words.frequencies[loan.frequency]) },
      ...fieldIfAny(words.purpose, loan.purpose),
      { name: words.as_of, value: today },
      { name: words.outstanding, value: money(loan.outstanding_minor) },
      { name: words.payoff, value: money(loan.payoff_minor) },
    ],
  };
}

const FIGURES = ['principal', 'interest', 'penalty', 'paid', 'unpaid'] as const;

function tableOf({ schedule }: LoanWire, words: Words): Table {
  const sums = FIGURES.map((name) =>
    groupMinor(schedule.reduce((sum, line) => sum + line[`${name}_minor`], 0n)),
  );
  return {
    kind: 'table',
    columns: [
      { header: words.no, width: 'narrow' },
      { header: words.due_date, width: 'narrow' },
      ...FIGURES.map((name) => ({ header: words[name], width: 'figure' as const })),
      { header: words.status },
    ],
    rows: [
      ...schedule.map((line) => ({
        cells: [
          String(line.no),
          line.due_date,
          ...FIGURES.map((name) => groupMinor(line[`${name}_minor`])),
          words.statuses[line.status],
        ],
      })),
      { cells: ['', words.sum, ...sums, ''], is_strong: true },
    ],
  };
}

function guarantorsOf({ guarantors }: LoanWire, words: Words): Table[] {
  if (guarantors.length === 0) return [];
  return [
    {
      kind: 'table',
      title: words.guarantor,
      columns: [
        { header: words.member },
        { header: words.pledge, width: 'figure' },
        { header: words.status },
      ],
      rows: guarantors.map(({ member, amount_minor, status }) => ({
        cells: [named(member), groupMinor(amount_minor), words.statuses[status]],
      })),
    },
  ];
}
