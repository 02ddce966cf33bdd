/** A member to whom a line is being paid may not leave meanwhile. */
import { refusal } from '../../core/errors.ts';
import type { ExitGuard } from '../members/exit/exit-guard.port.ts';
import type { Distribution } from './distribution.ts';

export const refusePayee =
  ({ name, model, lines }: Pick<Distribution, 'name' | 'model' | 'lines'>): ExitGuard =>
  async ({ trx }, { id: member_id, full_name, ...scope }) => {
    const being_paid = await model.query(trx).inScope(scope).whereNotNull('due_at').select('id');
    if (being_paid.length === 0) return;
    const run_ids = being_paid.map(({ id }) => id);
    const [line] = await lines.beingPaid(trx, { member_id, run_ids });
    if (line) throw refusal('busy', `${name}: it is being paid to ${full_name}. Repeat in a moment.`);
  };
