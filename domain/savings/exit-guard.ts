/** A member whose fixed account is being paid, or whose fee is being booked, may not leave meanwhile. */
import { refusal } from '../../core/errors.ts';
import type { ScopedUnit } from '../platform/unit.ts';
import { findMovingAccount } from './accounts/accounts.sql.ts';

/** @throws AppError `busy` */
export async function refuseExitOfSaver(
  { trx }: Pick<ScopedUnit, 'trx'>,
  { id: member_id, full_name }: { id: string; full_name: string },
): Promise<void> {
  const moving = await findMovingAccount(trx, { member_id });
  if (moving.length > 0)
    throw refusal('busy', `A savings account of ${full_name} is being booked. Repeat in a moment.`);
}
