/** What distinguishes one distribution, such as dividends, from another. */
import type { newEntry } from '../movements/index.ts';
import type { ScopedUnit, Unit } from '../platform/unit.ts';
import type { Run, RunRow } from './distribution.model.ts';
import type { DueLine, LineStatements, LineTable } from './lines.sql.ts';

export interface PayableLine extends Pick<DueLine, 'member_id' | 'savings_account_id'> {
  /** Whether its savings account was closed. */
  is_closed: boolean;
}

export interface Distribution<Row extends RunRow = RunRow> {
  /** What people call one of them, e.g. "dividend". */
  name: string;
  kind: 'dividend' | 'savings_interest';
  run: LineTable['run'];
  model: typeof Run;
  lines: LineStatements;
  /** The account from which lines are paid. */
  paid_from: (run: Row) => 'interest_income' | 'fee_income' | 'deposit_interest';
  /** What the entry that pays a line says besides its amounts and the run. */
  entryOf: (run: Row, line: PayableLine) => Partial<Parameters<typeof newEntry>[2]>;
  enqueue: (unit: Pick<Unit, 'enqueue'>, id: string) => void;
  /** Tells those who listen that no line waits any more. @param lines how many there are */
  announce: (unit: ScopedUnit, id: string, lines: number) => Promise<void>;
}
