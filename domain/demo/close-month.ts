/** The books of each month are closed once the next one has begun; the last two stay open. */
import { addDays, localDateAt } from '../../core/local-date.ts';
import { requestClose } from '../accounting/index.ts';
import { approveAs, attempt, type Filling } from './filling.ts';
import { UTC_OFFSET_MINUTES } from './found-sacco.ts';

export async function closeLastMonth(filling: Filling): Promise<void> {
  const { scope, caller, begins_at } = filling;
  const today = localDateAt(scope.clock.now(), UTC_OFFSET_MINUTES);
  const end_date = addDays(`${today.slice(0, 7)}-01`, -1);
  if (end_date < localDateAt(begins_at, UTC_OFFSET_MINUTES)) return;
  const month = end_date.slice(0, 7);
  const requested = await attempt(() =>
    requestClose(caller, {
      end_date,
      memo: 'Trial balance checked',
      idempotency_key: `demo-close-${month}`,
    }),
  );
  await approveAs(filling, requested?.period.approval_id ?? null);
}
