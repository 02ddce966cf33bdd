/**
 * Runs with every test file: what tests change in the modules that the files of a worker share is given back here.
 *
 * Passwords are hashed at the lowest cost, because at the real one each registration takes a third of a second of a core.
 * Tests of the cost set the real one; processes of the built service always have it.
 */
import { afterEach, vi } from 'vitest';
import { setPasswordCost } from '../../core/crypto.ts';

const hashQuickly = (): void => setPasswordCost({ N: 2, r: 1, p: 1 });

hashQuickly();
afterEach(() => {
  hashQuickly();
  vi.useRealTimers();
});
