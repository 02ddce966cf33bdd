/** What was asked of the service and how it answered, and whether what the service has stored agrees. */

export interface Operation {
  flow: string;
  /** Unique; stored by the service in a field that its lists show: a reference, a memo, a title. */
  token: string;
  /** How often it was sent. */
  requests: number;
  /** `none`: never answered. Only for requests that have no idempotency key and so are not repeated. */
  answer: 'none' | 'stored' | 'refused';
  /** As answered. */
  id: string | null;
}

/** A resource as a list of the service shows it. */
export interface Stored {
  token: string;
  id: string;
}

export interface OperationDifferences {
  lost: string[];
  doubled: string[];
  /** Stored although nobody asked for it, or although it was refused. */
  unexpected: string[];
}

export class Operations {
  readonly #all = new Map<string, Operation>();

  /** @throws Error if the token is taken */
  begin(flow: string, token: string): Operation {
    if (this.#all.has(token)) throw new Error(`${token} is taken`);
    const operation: Operation = { flow, token, requests: 0, answer: 'none', id: null };
    this.#all.set(token, operation);
    return operation;
  }

  all(): Operation[] {
    return [...this.#all.values()];
  }
}

/** An operation answered as stored must be stored once, under the answered id; a refused one must not be stored. */
export function compareOperations(
  asked: readonly Operation[],
  stored: readonly Stored[],
): OperationDifferences {
  const ids = new Map<string, Set<string>>();
  for (const { token, id } of stored) ids.set(token, (ids.get(token) ?? new Set()).add(id));
  const differences: OperationDifferences = { lost: [], doubled: [], unexpected: [] };
  for (const { flow, token, answer, id } of asked) {
    const found = [...(ids.get(token) ?? [])];
    ids.delete(token);
    const name = `${flow} ${token}`;
    if (found.length > 1) differences.doubled.push(`${name}: stored as ${found.join(' and ')}`);
    else if (answer === 'stored' && found[0] !== id)
      differences.lost.push(`${name}: answered as ${id}, stored as ${found[0] ?? 'nothing'}`);
    else if (answer === 'refused' && found.length > 0)
      differences.unexpected.push(`${name}: refused, but stored as ${found[0]}`);
  }
  for (const [token, found] of ids)
    differences.unexpected.push(`${token}: stored as ${[...found].join(' and ')}, but never asked for`);
  return differences;
}
