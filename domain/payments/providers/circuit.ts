/** The circuit of each provider's system: shared by all projects, since it is the provider that does not answer. */
import type { Circuit, CircuitOptions, CircuitState } from '../../../core/circuit.ts';
import type { Logger } from '../../../core/log.ts';
import { providerCircuit } from '../../../core/metrics.ts';
import type { Environment } from '../../../core/scope.ts';
import type { Context } from '../../platform/context.ts';
import type { Provider } from './provider.port.ts';

/** Faults in a row; fewer may come from single requests, and each may take the whole deadline. */
const OPENS_AFTER = 5;
const OPEN_FOR_MS = 30_000;

const MEASURES: Record<CircuitState, number> = { closed: 0, half_open: 1, open: 2 };

/** @param base_url distinguishes systems of one provider, e.g. those of several countries */
export function circuitOf(
  { circuits }: Context,
  { name }: Provider,
  environment: Environment,
  base_url: string,
): Circuit {
  return circuits.of([name, environment, base_url].join(' '));
}

/** @param name as circuitOf makes it */
export function providerCircuitOptions(name: string, log: Logger): CircuitOptions {
  const [provider = '', environment = '', base_url = ''] = name.split(' ');
  const host = URL.canParse(base_url) ? new URL(base_url).host : '';
  const measure = (state: CircuitState): void =>
    providerCircuit.set({ provider, environment, host }, MEASURES[state]);
  measure('closed');
  return {
    opens_after: OPENS_AFTER,
    open_for_ms: OPEN_FOR_MS,
    onChange(state) {
      measure(state);
      log.warn({ provider, environment, host, state }, "the circuit of a provider's system changed");
    },
  };
}
