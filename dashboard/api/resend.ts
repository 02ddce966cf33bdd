/** Sends a request again and again until there is an answer. */
import { UshirikaError } from '@ushirika/sdk/transport';
import { isUnreachable } from './client.ts';

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8_000;

/** @param onNoAnswer throws where it is not to be sent again */
export async function sendUntilAnswered<T>(
  send: () => Promise<T>,
  onNoAnswer: (error: unknown) => void = () => undefined,
): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await send();
    } catch (error) {
      if (!isUnreachable(error) && !isTooMany(error)) throw error;
      onNoAnswer(error);
      const wait_ms = Math.min(FIRST_WAIT_MS * 2 ** tries, LONGEST_WAIT_MS);
      await new Promise((resolve) => setTimeout(resolve, wait_ms));
    }
  }
}

function isTooMany(error: unknown): boolean {
  return error instanceof UshirikaError && error.status === 429;
}
