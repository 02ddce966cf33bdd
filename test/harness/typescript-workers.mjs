/**
 * Lets worker threads of a test run sources as they are written. Vitest compiles what its own threads import; the threads that
 * the service starts are Node's alone, and Node 20 runs no TypeScript.
 */
import { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';

if (!isMainThread) register('./typescript-hooks.mjs', import.meta.url);
