/**
 * A circuit breaker for a system that may be down: after several faults in a row calls are rejected immediately, until one that
 * is let through as a probe succeeds, so that no caller waits for an answer that will not come. The state belongs to one process.
 */
import { CircuitState as BreakerState, circuitBreaker, ConsecutiveBreaker, handleAll } from 'cockatiel';
import { systemNow } from './clock.ts';

export const CIRCUIT_STATES = ['closed', 'open', 'half_open'] as const;
export type CircuitState = (typeof CIRCUIT_STATES)[number];

export interface CircuitOptions {
  /** Faults in a row that open it. */
  opens_after: number;
  /** How long it stays open before a probe is let through, in milliseconds. */
  open_for_ms: number;
  /** Called on each change of state. */
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

/** Nothing isolates a breaker by hand. */
const STATES: Record<BreakerState, CircuitState> = {
  [BreakerState.Closed]: 'closed',
  [BreakerState.Open]: 'open',
  [BreakerState.HalfOpen]: 'half_open',
  [BreakerState.Isolated]: 'open',
};

export class Circuit {
  readonly #options: CircuitOptions;
  readonly #breaker;
  #opened_at = systemNow();
  /** The same on the monotonic clock. */
  #opened_at_ms = 0;

  constructor(options: CircuitOptions) {
    this.#options = options;
    this.#breaker = circuitBreaker(handleAll, {
      breaker: new ConsecutiveBreaker(options.opens_after),
      // `is_admitting` decides: the library reads the system's clock, which may be set back and keep a circuit open.
      halfOpenAfter: -Infinity,
    });
    this.#breaker.onStateChange((state) => {
      if (state === BreakerState.Open)
        [this.#opened_at, this.#opened_at_ms] = [systemNow(), performance.now()];
      options.onChange?.(STATES[state]);
    });
  }

  get view(): CircuitView {
    const state = STATES[this.#breaker.state];
    const probe_at = new Date(this.#opened_at.getTime() + this.#options.open_for_ms);
    return {
      state,
      opened_at: state === 'closed' ? null : this.#opened_at,
      probe_at: state === 'open' ? probe_at : null,
    };
  }

  /** Would a call be made now? */
  get is_admitting(): boolean {
    const { state } = this.#breaker;
    if (state !== BreakerState.Open) return state === BreakerState.Closed;
    return performance.now() - this.#opened_at_ms >= this.#options.open_for_ms;
  }

  /**
   * Makes the call, unless the circuit is open. What it throws is a fault of the system.
   * @throws CircuitOpen when the call was not made, and what the call throws
   */
  async run<Result>(call: () => Promise<Result>): Promise<Result> {
    if (!this.is_admitting) throw new CircuitOpen();
    const result = await this.#breaker.execute(call);
    // A call that was under way when it opened, and succeeds, counts as the probe.
    return this.#breaker.state === BreakerState.Open ? this.#breaker.execute(() => result) : result;
  }
}

/** A circuit for each system, created on first use. */
export class Circuits {
  readonly #optionsOf: (name: string) => CircuitOptions;
  readonly #circuits = new Map<string, Circuit>();

  constructor(optionsOf: (name: string) => CircuitOptions) {
    this.#optionsOf = optionsOf;
  }

  of(name: string): Circuit {
    const circuit = this.#circuits.get(name) ?? new Circuit(this.#optionsOf(name));
    this.#circuits.set(name, circuit);
    return circuit;
  }
}
