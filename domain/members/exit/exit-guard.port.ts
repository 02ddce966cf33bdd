/** The port of modules that may prevent a member from leaving. */
import type { ScopeColumns } from '../../../db/model.ts';
import type { ScopedUnit } from '../../platform/unit.ts';

/** @throws AppError `not_closable`, `busy` while the member may not leave; called under the member's lock */
export type ExitGuard = (
  unit: ScopedUnit,
  member: ScopeColumns & { id: string; full_name: string },
) => Promise<void>;

declare module '../../platform/context.ts' {
  interface Context {
    exit_guards: readonly ExitGuard[];
  }
}
