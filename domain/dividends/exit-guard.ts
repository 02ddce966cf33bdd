/** A member to whom a dividend is being paid may not leave meanwhile. */
import { refusal } from '../../core/errors.ts';
import type { ExitGuard } from '../members/exit/exit-guard.port.ts';
import { Dividend, DividendLine } from './dividend.model.ts';

export const refuseExitOfPayee: ExitGuard = async ({ trx }, { id: member_id, full_name }) => {
  const line = await DividendLine.query(trx)
    .whereIn('dividend_id', Dividend.query(trx).whereNotNull('due_at').select('id'))
    .where({ member_id, status: 'pending' })
    .whereNotNull('entry_id')
    .first();
  if (line) throw refusal('busy', `A dividend is being paid to ${full_name}. Repeat in a moment.`);
};
