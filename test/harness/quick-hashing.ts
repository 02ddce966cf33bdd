/**
 * Runs before every test file: passwords are hashed at the lowest cost, because at the real one each registration takes a
 * third of a second of a core. Tests of the cost set the real one themselves; processes of the built service always have it.
 */
import { setPasswordCost } from '../../core/crypto.ts';

export const QUICK_PASSWORD_COST = { N: 2, r: 1, p: 1 };

setPasswordCost(QUICK_PASSWORD_COST);
