/** The port of modules that may prevent a savings account from being closed. */
import type { MemberRow } from '../../cooperative/index.ts';
import type { ScopedUnit } from '../../platform/unit.ts';

/** @throws AppError `busy` while an account of the member may not be closed; called under the member's lock */
export type SavingsCloseGuard = (
  unit: ScopedUnit,
  member: MemberRow & { full_name: string },
) => Promise<void>;

declare module '../../platform/context.ts' {
  interface Context {
    savings_close_guards: readonly SavingsCloseGuard[];
  }
}
