/** Work that is waited for no longer than some time. */

/**
 * The work is not stopped: what it comes to later is ignored.
 * @param late called once the time is over @returns what the work comes to, or what `late` returns @throws as either of them
 */
export async function withDeadline<Result, Late>(
  work: PromiseLike<Result>,
  deadline_ms: number,
  late: () => Late,
): Promise<Result | Late> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, deadline_ms);
  }).then(late);
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
}
