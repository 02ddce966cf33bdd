/** A member whose fixed account is being paid, or whose fee is being booked, may not leave meanwhile. */
import { refusal } from '../../core/errors.ts';
import { localToday } from '../cooperative/index.ts';
import type { Reader } from '../movements/index.ts';
import type { ScopedUnit } from '../platform/unit.ts';
import { findMovingAccount } from './accounts/accounts.sql.ts';

/**
 * Whether something of the member's savings is being booked, or is due to be: a term that is over has earned its interest, which the
 * next run of the job pays.
 */
export async function areSavingsMoving(
  { db, scope }: Pick<Reader, 'db' | 'scope'>,
  member_id: string,
): Promise<boolean> {
  const today = await localToday(db, scope);
  return (await findMovingAccount(db, { member_id, today })).length > 0;
}

/** @throws AppError `busy` */
export async function refuseExitOfSaver(
  { trx, scope }: Pick<ScopedUnit, 'trx' | 'scope'>,
  { id, full_name }: { id: string; full_name: string },
): Promise<void> {
  if (await areSavingsMoving({ db: trx, scope }, id))
    throw refusal('busy', `A savings account of ${full_name} is being booked. Repeat in a moment.`);
}
