/** What the code of a paper tells whoever holds it. */
import { currencySchema, environmentSchema, moneyFields } from '../../core/common-schemas.ts';
import { AppError } from '../../core/errors.ts';
import { money } from '../../core/money.ts';
import { boolean, date, oneOf, resource, string, type Wire } from '../../core/schema.ts';
import type { Db } from '../../db/connection.ts';
import { SaccoEntry } from '../movements/index.ts';
import { groupedCode, typedCode } from './code.rules.ts';
import { SaccoPaper, type PaperRow } from './paper.model.ts';

export const PAPER_KINDS = [
  'statement',
  'loan_schedule',
  'receipt',
  'dividend_advice',
  'guarantee',
  'day_sheet',
] as const satisfies PaperRow['kind'][];

const paperSchema = resource('Paper', 'What the code of a paper tells, without names', {
  code: string,
  kind: oneOf(PAPER_KINDS),
  environment: environmentSchema.describe('`test`: no real money'),
  member_no: string.nullable(),
  ...moneyFields('amount'),
  currency: currencySchema,
  date,
  reversed: boolean.describe('Of a receipt: whether its movement was taken back since'),
});

export interface CheckedPaper {
  paper: PaperRow;
  reversed: boolean;
}

/** By its code alone, which is the permission to read it. @throws AppError NOT_FOUND */
export async function checkPaper(db: Db, text: string): Promise<CheckedPaper> {
  const code = typedCode(text);
  const paper = code === null ? undefined : await SaccoPaper.query(db).findById(code);
  if (!paper) throw new AppError('NOT_FOUND', 'No paper has this code.');
  return { paper, reversed: await isReversed(db, paper) };
}

async function isReversed(db: Db, { project_id, environment, entry_id }: PaperRow): Promise<boolean> {
  if (entry_id === null) return false;
  const entry = await SaccoEntry.query(db).findInScope({ project_id, environment }, entry_id);
  return entry.reversed_by_entry_id !== null;
}

export function presentPaper({ paper, reversed }: CheckedPaper): Wire<typeof paperSchema> {
  return {
    code: groupedCode(paper.code),
    kind: paper.kind,
    environment: paper.environment,
    member_no: paper.member_no,
    ...money('amount', paper.amount_minor),
    currency: paper.currency,
    date: paper.dated_on,
    reversed,
  };
}
