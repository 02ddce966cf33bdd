/** Who may decide under strict approvals. Pure. */

/** What is known of a person who may decide on requests of others; times by the database's clock. */
export interface Decider {
  /** Null where it was never recorded, which counts as after every request. */
  decides_since: Date | null;
  appointed_by: string | null;
}

interface Decided {
  asked_at: Date;
  /** The person behind the request. */
  requester: string | null;
}

/** For how long nobody decides on requests of the person who gave them a role that decides. */
const APPOINTED_LATELY_MS = 24 * 3_600_000;

/** Whether the person became able to decide only after the request, or was lately appointed by whoever requested it. */
export function isNewDecider(
  { decides_since, appointed_by }: Decider,
  { asked_at, requester }: Decided,
  now: Date,
): boolean {
  if (decides_since === null || decides_since > asked_at) return true;
  const is_late = now.getTime() - decides_since.getTime() < APPOINTED_LATELY_MS;
  return is_late && appointed_by !== null && appointed_by === requester;
}
