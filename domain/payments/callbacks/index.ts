export {
  countDueCallbacks as countDue,
  handleCallback as handle,
  sweepCallbacks as sweep,
} from './handle-callback.ts';
export { pruneCallbacks as prune } from './prune-callbacks.ts';
export { receiveCallback as receive } from './receive-callback.ts';
