/** The day sheet of a session at a till as PDF, to be signed: what was taken and paid, what was counted, every movement. */
import { refusal } from '../../core/errors.ts';
import { localDateAt } from '../../core/local-date.ts';
import type { Block, Table } from '../../core/pdf/paper.ts';
import { getSettings } from '../cooperative/index.ts';
import type { ScopedContext } from '../platform/unit.ts';
import { tillSessions } from '../tills/index.ts';
import { makePdf, MAX_MOVEMENTS, type PaperRequest } from './make-pdf.ts';
import { fieldIfAny, groupMinor, localTime, moneyOf, named, signed } from './texts.rules.ts';
import type { Words } from './words/words.ts';

type Session = Awaited<ReturnType<typeof tillSessions.present>>;

/** @throws AppError NOT_FOUND, `too_many_movements`, and as `makePdf` */
export function daySheetPdf(
  base: ScopedContext,
  session_id: string,
  request: PaperRequest,
): Promise<Uint8Array> {
  const { ctx, scope } = base;
  return makePdf(base, request, async (words) => {
    const view = await tillSessions.read(base, session_id);
    const session = await tillSessions.present(ctx.db, view);
    const movements: tillSessions.DaySheetMovement[] = [];
    for await (const movement of tillSessions.movementsOf(base, view)) {
      if (movements.length === MAX_MOVEMENTS) throw refusal('too_many_movements');
      movements.push(movement);
    }
    const { utc_offset_minutes } = await getSettings(ctx.db, scope);
    const dated_on = localDateAt(session.opened_at ?? session.created_at, utc_offset_minutes);
    return {
      facts: {
        kind: 'day_sheet',
        subject: [session.id, session.status],
        member_no: null,
        amount_minor: session.counted_minor ?? session.expected_minor ?? 0n,
        currency: session.currency,
        dated_on,
      },
      size: 'a4',
      about: `${session.till_name} · ${dated_on}`,
      blocks: [
        ...(session.counted_minor === null ? [{ kind: 'notice' as const, text: words.not_counted }] : []),
        headOf(session, utc_offset_minutes, words),
        ...kindsOf(session, words),
        ...piecesOf(session, words),
        movementsTable(movements, utc_offset_minutes, words),
        {
          kind: 'signatures',
          signers: [words.sign(words.teller, session.teller.name), words.sign(words.checker)],
        },
      ],
    };
  });
}

function headOf(session: Session, utc_offset_minutes: number, words: Words): Block {
  const money = moneyOf(session.currency);
  const time = (at: Date) => localTime(at, utc_offset_minutes);
  const { opened_at, closed_at, memo } = session;
  const counted = (name: string, minor: bigint | null) =>
    fieldIfAny(name, minor === null ? null : money(minor));
  return {
    kind: 'fields',
    fields: [
      { name: words.till, value: session.till_name },
      { name: words.teller, value: session.teller.name },
      {
        name: words.time,
        value: [opened_at, closed_at].map((at) => (at === null ? '…' : time(at))).join(' – '),
      },
      { name: words.opening, value: money(session.opening_minor) },
      { name: words.cash_in, value: money(session.in_minor) },
      { name: words.cash_out, value: money(session.out_minor) },
      ...counted(words.expected, session.expected_minor),
      ...counted(words.counted, session.counted_minor),
      ...counted(words.difference, session.difference_minor),
      ...fieldIfAny(words.memo, memo),
    ],
  };
}

function kindsOf({ by_kind }: Session, words: Words): Table[] {
  if (by_kind.length === 0) return [];
  return [
    {
      kind: 'table',
      columns: [
        { header: words.movement },
        { header: words.count, width: 'figure' },
        { header: words.cash_in, width: 'figure' },
        { header: words.cash_out, width: 'figure' },
      ],
      rows: by_kind.map(({ kind, entries, in_minor, out_minor }) => ({
        cells: [words.movements[kind], String(entries), groupMinor(in_minor), groupMinor(out_minor)],
      })),
    },
  ];
}

function piecesOf({ count, denominations }: Session, words: Words): Table[] {
  if (count === null) return [];
  return [
    {
      kind: 'table',
      columns: [{ header: words.denomination }, { header: words.pieces, width: 'figure' }],
      rows: denominations.flatMap((each) => {
        const pieces = count[each] ?? 0;
        return pieces === 0 ? [] : [{ cells: [each, String(pieces)] }];
      }),
    },
  ];
}

function movementsTable(
  movements: readonly tillSessions.DaySheetMovement[],
  utc_offset_minutes: number,
  words: Words,
): Table {
  return {
    kind: 'table',
    columns: [
      { header: words.time, width: 'narrow' },
      { header: words.movement },
      { header: `${words.member} · ${words.memo}` },
      { header: words.amount, width: 'figure' },
      { header: words.balance, width: 'figure' },
    ],
    rows: movements.map(({ entry, member, comes_in, balance_minor }) => ({
      cells: [
        localTime(entry.posted_at as Date, utc_offset_minutes),
        words.movements[entry.kind],
        member ? named(member) : (entry.memo ?? ''),
        signed(comes_in ? entry.amount_minor : -entry.amount_minor),
        groupMinor(balance_minor),
      ],
    })),
  };
}
