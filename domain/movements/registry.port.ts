/** The registry of all movements, which the composition root puts into the context, and what it calls upwards. */
import type { Scope } from '../../core/scope.ts';
import type { Queryable } from '../../db/connection.ts';
import type { AppError } from '../../core/errors.ts';
import type { ScopedUnit } from '../platform/unit.ts';
import type { SubjectApprovalKind } from './approvals/approval.model.ts';
import type { Movement } from './movement.rules.ts';
import type { MovementDefinition } from './movement.ts';

export interface MovementRegistry {
  /** As they are declared, then the reversals that follow from them. */
  readonly all: readonly MovementDefinition[];
  /** @throws Error for a movement that nobody has declared */
  of(movement: Movement): MovementDefinition;
}

/** What the decision does on a request that is about something else than an entry. */
export interface SubjectAction {
  /** Why approving it now would be refused; null when it would be carried out. Only reads. */
  refusal(db: Queryable, scope: Scope, subject_id: string): Promise<AppError | null>;
  /** Carries it out, in the transaction of the decision. @throws AppError while that is impossible: the request keeps waiting */
  onApproved(unit: ScopedUnit, subject_id: string): Promise<void>;
  /** It is rejected or cancelled. */
  onDropped(unit: ScopedUnit, subject_id: string): Promise<void>;
}

export interface ClosedPeriods {
  /** Whether that local date is in a period whose books are closed. Read under the locks of the caller. */
  contain(db: Queryable, scope: Scope, local_date: string): Promise<boolean>;
  /** Whether the books of any day are closed, or requested to be. */
  exist(db: Queryable, scope: Scope): Promise<boolean>;
}

declare module '../platform/context.ts' {
  interface Context {
    movements: MovementRegistry;
    subject_actions: Record<SubjectApprovalKind, SubjectAction>;
    closed_periods: ClosedPeriods;
  }
}
