/**
 * One day at a till: float, movements, a count that differs, and the return to the vault. The demonstration otherwise has all its
 * cash in one account, so tills are turned off again; the manager turns them on in the settings.
 */
import { putSettings, deposit, withdraw } from '../members/index.ts';
import { tills, tillSessions } from '../tills/index.ts';
import { approveAs, attempt, units, type Filling } from './filling.ts';

const TILLS = ['Counter 1', 'Counter 2'];
const BRANCH = 'Nakuru';
/** A page holds them all. */
const ALL_TILLS = 50;

/** @param members ids of active ones, in their order */
export async function workATill(filling: Filling, members: readonly string[]): Promise<void> {
  const { caller } = filling;
  const till_id = await foundTills(filling);
  const { session } = await tillSessions.open(caller, till_id, {
    float_minor: units(20_000),
    idempotency_key: 'demo-till-float',
  });
  await approveAs(filling, session.approval_id);
  const [saver, other] = members;
  if (saver && other) {
    await deposit(caller, saver, { amount_minor: units(1_500), idempotency_key: 'demo-till-deposit' });
    await withdraw(caller, other, { amount_minor: units(100), idempotency_key: 'demo-till-withdrawal' });
  }
  await closeWithDifference(filling, session.id);
  await attempt(() => putSettings(caller, { tills: 'off' }));
}

/** @returns the id of the first */
async function foundTills({ caller }: Filling): Promise<string> {
  await putSettings(caller, { tills: 'on' });
  for (const name of TILLS) await attempt(() => tills.create(caller, { name, branch: BRANCH }));
  const { items } = await tills.list(caller, { limit: ALL_TILLS });
  const first = items.find(({ name }) => name === TILLS[0]);
  if (!first) throw new Error('the demonstration has no till');
  return first.id;
}

async function closeWithDifference(filling: Filling, session_id: string): Promise<void> {
  const { caller } = filling;
  const { till_id, expected_minor, status } = await tillSessions.read(caller, session_id);
  if (status === 'open' && expected_minor !== null)
    await tillSessions.close(
      caller,
      { till_id, session_id },
      {
        counted_minor: expected_minor - units(50),
        memo: 'A note of 50 is missing',
        idempotency_key: 'demo-till-close',
      },
    );
  // The difference, and then the return to the vault.
  for (let confirmed = 0; confirmed < 2; confirmed += 1)
    await approveAs(filling, (await tillSessions.read(caller, session_id)).approval_id);
}
