/** The registry of all movements, which the composition root puts into the context, and what it calls upwards. */
import type { Scope } from '../../core/scope.ts';
import type { Queryable } from '../../db/connection.ts';
import type { Movement } from './movement.rules.ts';
import type { CashPlaces } from './cash/cash.port.ts';
import type { MovementDefinition } from './movement.ts';

export interface MovementRegistry {
  /** As they are declared, then the reversals that follow from them. */
  readonly all: readonly MovementDefinition[];
  /** @throws Error for a movement that nobody has declared */
  of(movement: Movement): MovementDefinition;
  /** What a payment for a member is booked as. @throws Error for a purpose that no movement has */
  forPurpose(purpose: string): MovementDefinition;
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
    cash: CashPlaces;
    closed_periods: ClosedPeriods;
  }
}
