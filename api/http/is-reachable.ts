/** Whether what this service depends on answers, asked with a deadline. */

/** A dependency that does not answer within this is out of reach. */
const CHECK_DEADLINE_MS = 3_000;

/** True when the work was done in time. */
export async function isReachable(work: PromiseLike<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), CHECK_DEADLINE_MS);
  });
  const answered = Promise.resolve(work).then(
    () => true,
    () => false,
  );
  return Promise.race([answered, late]).finally(() => clearTimeout(timer));
}
