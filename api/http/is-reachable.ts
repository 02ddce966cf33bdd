/** Checks with a deadline whether a dependency answers. */

/** A dependency that does not answer within this time is unreachable. */
const CHECK_DEADLINE_MS = 3_000;

/** @returns true if the work succeeded in time */
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
