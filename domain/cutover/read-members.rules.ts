/** Reads the lines of the members' file. Pure. */
import { Cells } from '../../core/csv-cells.ts';
import type { TableRow } from '../../core/csv-table.ts';
import type { MEMBERS } from './files.rules.ts';

type Column = (typeof MEMBERS.columns)[number];

export interface MemberLine {
  line_no: number;
  member_no: string;
  full_name: string;
  phone: string;
  kind: 'individual' | 'business';
  email: string | null;
  date_of_birth: string | null;
  external_ref: string | null;
  joined_on: string | null;
  savings_minor: bigint;
  savings_product: string | null;
  shares_minor: bigint;
  entrance_fee_paid: boolean;
}

/** As the numbers of members are written everywhere. */
const MEMBER_NUMBER = /^[A-Za-z0-9][A-Za-z0-9/_-]{0,31}$/;
const EMAIL = /^[^@\s]{1,64}@[^@\s.]+(?:\.[^@\s.]+)+$/;
const MAX_EMAIL = 254;

/** @param readPhone a spelling to the international form, or what is wrong with it */
export function readMember(
  row: TableRow<Column>,
  {
    today,
    readPhone,
  }: { today: string; readPhone: (text: string) => { phone: string } | { problem: string } },
): { line: MemberLine; cells: Cells<Column> } {
  const cells = new Cells(row);
  const { line_no } = row;
  const phone = cells.written('phone') === '' ? null : readPhone(cells.written('phone'));
  if (phone && 'problem' in phone) cells.refuse('phone', phone.problem);
  const email = cells.text('email', MAX_EMAIL);
  if (email !== null && !EMAIL.test(email)) cells.refuse('email', 'must be an e-mail address');
  const born = cells.date('date_of_birth');
  if (born !== null && born > today) cells.refuse('date_of_birth', 'must not be in the future');
  const joined_on = cells.date('joined_on');
  if (joined_on !== null && joined_on > today) cells.refuse('joined_on', 'must not be in the future');
  const line = {
    line_no,
    member_no: cells.matching(
      'member_no',
      MEMBER_NUMBER,
      'must be 1 to 32 letters, digits, "-", "_" or "/", and begin with a letter or digit',
    ),
    full_name: (cells.text('full_name', 200) ?? '').normalize('NFC').replaceAll(/\s+/g, ' '),
    phone: phone && 'phone' in phone ? phone.phone : '',
    kind: cells.oneOf('kind', ['individual', 'business'], 'individual'),
    email,
    date_of_birth: born,
    external_ref: cells.text('external_ref', 100),
    joined_on,
    savings_minor: cells.amountFromZero('savings'),
    savings_product: cells.text('savings_product', 100),
    shares_minor: cells.amountFromZero('shares'),
    entrance_fee_paid: cells.boolean('entrance_fee_paid'),
  };
  return { line, cells };
}
