/** Members of a society that has merged with this one: some were brought along, a loan in arrears among them, and others wait. */
import { addDays, localDateAt } from '../../core/local-date.ts';
import { requestImport } from '../cutover/index.ts';
import { approveAs, attempt, units, type Filling } from './filling.ts';
import { UTC_OFFSET_MINUTES } from './found-sacco.ts';
import { csvOf } from './pay-with-employer.ts';

const MEMBER_COLUMNS = [
  'member_no',
  'full_name',
  'phone',
  'joined_on',
  'savings',
  'shares',
  'entrance_fee_paid',
];
const BROUGHT = [
  ['ML-001', 'Grace Chebet', '+254720055001', '2014-03-01', '64000.00', '5000.00', 'yes'],
  ['ML-002', 'Daniel Kiprono', '+254720055002', '2016-07-15', '12500.00', '3000.00', 'yes'],
  ['ML-003', 'Esther Njeri', '+254720055003', '2019-01-20', '48200.00', '4000.00', 'yes'],
];
const WAITING = [
  ['ML-004', 'Samuel Kariuki', '+254720055004', '2020-02-02', '7800.00', '2000.00', 'yes'],
  ['ML-005', 'Ruth Atieno', '+254720055005', '2021-11-30', '15000.00', '2000.00', 'yes'],
];

export async function bringAlong(filling: Filling): Promise<void> {
  const today = localDateAt(filling.scope.clock.now(), UTC_OFFSET_MINUTES);
  const loan = ['ML-002', 'Development loan', '36000.00', '12', addDays(today, 20)];
  const arrears = ['3000.00', '420.00', addDays(today, -35), addDays(today, -300)];
  const approval_id = await request(filling, 'demo-import', {
    members: csvOf(MEMBER_COLUMNS, BROUGHT),
    loans: csvOf(
      [
        'member_no',
        'product',
        'outstanding',
        'term_left',
        'next_due_date',
        'arrears_principal',
        'charges_due',
        'overdue_since',
        'disbursed_on',
      ],
      [[...loan, ...arrears]],
    ),
    accounts: csvOf(['code', 'debit', 'credit'], [['1500', '85000.00', '']]),
    guarantors: csvOf(['borrower_no', 'guarantor_no', 'amount'], [['ML-002', 'ML-001', '20000.00']]),
  });
  await approveAs(filling, approval_id);
  await request(filling, 'demo-import-waiting', {
    members: csvOf(MEMBER_COLUMNS, WAITING),
    loans: null,
    accounts: null,
    guarantors: null,
  });
}

type Files = Parameters<typeof requestImport>[1]['files'];

/** @returns the approval that it waits for */
async function request(
  { caller, scope }: Filling,
  idempotency_key: string,
  files: Files,
): Promise<string | null> {
  const found = await attempt(() =>
    requestImport(caller, {
      cut_over_date: localDateAt(scope.clock.now(), UTC_OFFSET_MINUTES),
      cash_on_hand_minor: files.loans === null ? 0n : units(18_000),
      files,
      dry_run: false,
      memo: 'Merger with the Molo Market society',
      idempotency_key,
    }),
  );
  return found?.import.approval_id ?? null;
}
