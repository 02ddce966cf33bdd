/** The receipt of a posted entry: as data, and as a slip or a page. */
import { currencySchema, movementMoneyFields, nullableSumFields } from '../../core/common-schemas.ts';
import { refusal } from '../../core/errors.ts';
import { localDateAt } from '../../core/local-date.ts';
import { money, moneyOrNull } from '../../core/money.ts';
import type { Field, PaperSize } from '../../core/pdf/paper.ts';
import { boolean, dateTime, oneOf, resource, string, type Wire } from '../../core/schema.ts';
import { getSettings } from '../cooperative/index.ts';
import { entries, type EntryRow } from '../movements/index.ts';
import type { ScopedContext } from '../platform/unit.ts';
import { groupedCode } from './code.rules.ts';
import { codeOfPaper, type PaperFacts } from './issue-paper.ts';
import { checkUrl, makePdf, type PaperRequest } from './make-pdf.ts';
import { fieldIfAny, formatMoney, localTime, moneyOf } from './texts.rules.ts';
import type { Words } from './words/words.ts';

/** Of a roll, or of a printer. */
export const RECEIPT_SIZES = ['80mm', 'a5'] as const satisfies PaperSize[];
export type ReceiptSize = (typeof RECEIPT_SIZES)[number];

export const receiptSchema = resource(
  'EntryReceipt',
  'What was booked, for the member who holds the receipt',
  {
    receipt_no: string.describe('The id of the entry'),
    short_no: string.describe('The end of it, by which the entry is found'),
    kind: entries.schema.fields.kind,
    member_no: string.nullable(),
    full_name: string.nullable(),
    ...movementMoneyFields('amount'),
    currency: currencySchema,
    balance_of: oneOf(['savings', 'shares'])
      .nullable()
      .describe('Which balance is told; null: it is of no member'),
    ...nullableSumFields('balance_after'),
    memo: string.nullable(),
    teller: string,
    at: dateTime.describe('When it was posted'),
    reversed: boolean,
    reversed_at: dateTime.nullable(),
    check_code: string.describe('Stands on the paper'),
    check_url: string.describe('Tells whoever holds the paper member number, amount and date'),
  },
);

/** An entry as clients see it, and the rest that its receipt needs. */
interface Booked {
  row: EntryRow;
  entry: Awaited<ReturnType<typeof entries.present>>;
  facts: PaperFacts;
  utc_offset_minutes: number;
}

/** @throws AppError NOT_FOUND, `not_posted` */
export async function readReceipt(
  base: ScopedContext,
  entry_id: string,
  { server_url }: Pick<PaperRequest, 'server_url'>,
): Promise<Wire<typeof receiptSchema>> {
  const { row, entry, facts } = await readBooked(base, entry_id);
  const code = groupedCode(await codeOfPaper(base, facts));
  const { member, balances_after } = entry;
  const balance_of = balances_after ? (movesShares(row) ? 'shares' : 'savings') : null;
  return {
    receipt_no: entry.id,
    short_no: entries.shortNumberOf(entry.id),
    kind: entry.kind,
    member_no: member?.member_no ?? null,
    full_name: member?.full_name ?? null,
    ...money('amount', entry.amount_minor),
    currency: entry.currency,
    balance_of,
    ...moneyOrNull(
      'balance_after',
      balance_of && balances_after ? balances_after[`${balance_of}_minor`] : null,
    ),
    memo: entry.memo,
    teller: entry.requested_by.name,
    at: row.posted_at as Date,
    reversed: entry.reversed_by_entry_id !== null,
    reversed_at: entry.reversed_at,
    check_code: code,
    check_url: checkUrl(server_url, code),
  };
}

/** @throws AppError NOT_FOUND, `not_posted`, and as `makePdf` */
export function receiptPdf(
  base: ScopedContext,
  entry_id: string,
  { size, ...request }: PaperRequest & { size: ReceiptSize },
): Promise<Uint8Array> {
  return makePdf(base, request, async (words) => {
    const booked = await readBooked(base, entry_id);
    const { entry, facts, utc_offset_minutes } = booked;
    return {
      facts,
      size,
      about: entry.id,
      blocks: [
        ...(entry.reversed_at === null
          ? []
          : [
              {
                kind: 'notice' as const,
                text: words.reversed(localDateAt(entry.reversed_at, utc_offset_minutes)),
              },
            ]),
        { kind: 'amount', text: formatMoney(entry.amount_minor, entry.currency) },
        { kind: 'fields', fields: fieldsOf(booked, words) },
        { kind: 'signatures', signers: [words.sign(words.teller)] },
      ],
    };
  });
}

async function readBooked(base: ScopedContext, entry_id: string): Promise<Booked> {
  const { ctx, scope } = base;
  const row = await entries.get(ctx.db, scope, entry_id);
  if (row.status !== 'posted') throw refusal('not_posted');
  const entry = await entries.present(ctx, row);
  const { utc_offset_minutes } = await getSettings(ctx.db, scope);
  const facts: PaperFacts = {
    kind: 'receipt',
    subject: [entry.id],
    entry_id: entry.id,
    member_no: entry.member?.member_no ?? null,
    amount_minor: entry.amount_minor,
    currency: entry.currency,
    dated_on: localDateAt(row.posted_at as Date, utc_offset_minutes),
  };
  return { row, entry, facts, utc_offset_minutes };
}

function movesShares({ kind, reverses_kind }: EntryRow): boolean {
  return kind === 'share_purchase' || reverses_kind === 'share_purchase';
}

function fieldsOf({ row, entry, utc_offset_minutes }: Booked, words: Words): Field[] {
  const { member, balances_after, source } = entry;
  const written = moneyOf(entry.currency);
  const by: Partial<Record<string, string>> = {
    savings: words.from_savings,
    bank: words.by_bank,
    mobile: words.to_phone,
  };
  const how = source === null ? undefined : by[source];
  return [
    {
      name: words.movement,
      value: how === undefined ? words.movements[entry.kind] : `${words.movements[entry.kind]} ${how}`,
    },
    ...(member
      ? [
          { name: words.member, value: member.full_name },
          { name: words.member_no, value: member.member_no },
        ]
      : []),
    ...fieldIfAny(words.fee, entry.fee_minor === 0n ? null : written(entry.fee_minor)),
    ...(balances_after
      ? [
          { name: words.savings_after, value: written(balances_after.savings_minor) },
          { name: words.shares_after, value: written(balances_after.shares_minor) },
        ]
      : []),
    ...fieldIfAny(words.reference, entry.reference),
    ...fieldIfAny(words.memo, entry.memo),
    ...fieldIfAny(words.reverses, entry.reverses_entry_id),
    { name: words.time, value: localTime(row.posted_at as Date, utc_offset_minutes) },
    { name: words.teller, value: entry.requested_by.name },
    { name: words.short_no, value: entries.shortNumberOf(entry.id) },
    { name: words.receipt_no, value: entry.id },
  ];
}
