/** The project and environment of an operation, and its actor. */
import { offsetClock, type Clock } from './clock.ts';

export type Environment = 'test' | 'live';
export const ENVIRONMENTS: Environment[] = ['test', 'live'];

/** One environment of one project: every query carries both. */
export interface Scope {
  project_id: string;
  environment: Environment;
  /** The environment's own time. */
  clock: Clock;
}

/** A name of the project and environment that no other one has. */
export function scopeName({ project_id, environment }: Pick<Scope, 'project_id' | 'environment'>): string {
  return `${project_id} ${environment}`;
}

/** The scope of one environment of a project, given the offset of its test clock. */
export function scopeOf(project_id: string, environment: Environment, test_clock_offset_ms: bigint): Scope {
  return {
    project_id,
    environment,
    clock: offsetClock(environment === 'test' ? Number(test_clock_offset_ms) : 0),
  };
}

export interface Actor {
  type: 'user' | 'api_key' | 'system';
  id: string;
}

/** The service itself, acting on a schedule or on a provider's answer. */
export const SYSTEM: Actor = { type: 'system', id: 'ushirika' };
