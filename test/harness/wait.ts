/** Far longer than anything here takes on a machine that is busy with other things: only what never comes is waited for in vain. */
const WITHIN_MS = 60_000;

/** Waits for a condition, never for a time. */
export async function until<Value>(
  what: string,
  look: () => Promise<Value | null | undefined | false> | Value | null | undefined | false,
  within_ms = WITHIN_MS,
): Promise<Value> {
  const give_up_at = performance.now() + within_ms;
  let last: unknown;
  for (;;) {
    try {
      const seen = await look();
      if (seen) return seen;
    } catch (error) {
      last = error;
    }
    if (performance.now() > give_up_at)
      throw new Error(`waited ${within_ms} ms in vain until ${what}`, { cause: last });
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
