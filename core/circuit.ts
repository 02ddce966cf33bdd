/**
 * A circuit before a system that may be down: after several faults in a row calls to it are refused at once, until one that is let
 * through as a probe comes back well. So nobody waits for what would not be answered. State of one process.
 */
import { systemTimeIn } from './clock.ts';

export const CIRCUIT_STATES = ['closed', 'open', 'half_open'] as const;
export type CircuitState = (typeof CIRCUIT_STATES)[number];

export interface CircuitOptions {
  /** Faults in a row that open it. */
  opens_after: number;
  /** How long it stays open before a probe is let through, in milliseconds. */
  open_for_ms: number;
  /** Told of each change of state. */
  onChange?: (state: CircuitState) => void;
}

/** The call was not made. */
export class CircuitOpen extends Error {
  constructor() {
    super('the circuit is open: the system did not answer several calls in a row');
    this.name = 'CircuitOpen';
  }
}

export interface CircuitView {
  state: CircuitState;
  /** When it opened; null while it is closed. */
  opened_at: Date | null;
  /** When the next probe is let through; null while it is closed or a probe is under way. */
  probe_at: Date | null;
}

export class Circuit {
  readonly #options: CircuitOptions;
  #state: CircuitState = 'closed';
  #faults = 0;
  /** Since this process began: a system clock that is set back keeps no circuit open. */
  #opened_at_ms = 0;

  constructor(options: CircuitOptions) {
    this.#options = options;
  }

  get view(): CircuitView {
    const is_closed = this.#state === 'closed';
    const opened_at = systemTimeIn(Math.round(this.#opened_at_ms - performance.now()));
    return {
      state: this.#state,
      opened_at: is_closed ? null : opened_at,
      probe_at: this.#state === 'open' ? new Date(opened_at.getTime() + this.#options.open_for_ms) : null,
    };
  }

  /** Would a call be made now? */
  get is_admitting(): boolean {
    return this.#state === 'closed' || (this.#state === 'open' && performance.now() >= this.#probeAt_ms());
  }

  /**
   * Makes the call, unless the circuit is open. What it throws is a fault of the system.
   * @throws CircuitOpen when the call was not made, and what the call throws
   */
  async run<Result>(call: () => Promise<Result>): Promise<Result> {
    if (!this.is_admitting) throw new CircuitOpen();
    if (this.#state === 'open') this.#become('half_open');
    try {
      const result = await call();
      this.#faults = 0;
      this.#become('closed');
      return result;
    } catch (error) {
      this.#faults++;
      // Of calls that were under way when it opened, none keeps it open for longer.
      const opens = this.#state === 'half_open' || this.#faults >= this.#options.opens_after;
      if (opens && this.#state !== 'open') this.#open();
      throw error;
    }
  }

  #probeAt_ms(): number {
    return this.#opened_at_ms + this.#options.open_for_ms;
  }

  #open(): void {
    this.#opened_at_ms = performance.now();
    this.#become('open');
  }

  #become(state: CircuitState): void {
    if (this.#state === state) return;
    this.#state = state;
    this.#options.onChange?.(state);
  }
}

/** A circuit for each system, made when it is first asked for. */
export class Circuits {
  readonly #optionsOf: (name: string) => CircuitOptions;
  readonly #made = new Map<string, Circuit>();

  constructor(optionsOf: (name: string) => CircuitOptions) {
    this.#optionsOf = optionsOf;
  }

  of(name: string): Circuit {
    const made = this.#made.get(name) ?? new Circuit(this.#optionsOf(name));
    this.#made.set(name, made);
    return made;
  }
}
