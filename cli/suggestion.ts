/** The commands for a noun of the API that is none of the tool: `webhook-endpoints` is `webhooks endpoints`. */
import { COMMANDS } from './command-table.ts';
import { OPERATIONS } from './generated/operations.ts';

/** @returns the words before the verb; null if the API has no such noun */
export function commandsFor(noun: string): string | null {
  const row = COMMANDS.find(({ operation }) => nounsOf(OPERATIONS[operation].path).includes(noun));
  return row?.words.split(' ').slice(0, -1).join(' ') ?? null;
}

/** `/api/v1/payments/{payment}/refunds` → payments, {payment}, refunds */
function nounsOf(path: string): string[] {
  return path.replace(/^\/api(\/v1)?\//, '').split('/');
}
