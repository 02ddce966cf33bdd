/** Reads MTN's callbacks: the same body as a status answer, unsigned, sent once. */
import { given } from '../../../../core/given.ts';
import { readJsonObject } from '../../../../core/json.ts';
import { textOf } from '../answer-text.rules.ts';
import type { CallbackReading, ProviderCallback } from '../provider.port.ts';
import { outcomeOf } from './answers.rules.ts';

/** @param subject of whose address it was called */
export function readCallback(subject: { id: string }, { body }: ProviderCallback): CallbackReading {
  const said = readJsonObject(body.toString('utf8')) ?? {};
  const reference = textOf(said['externalId']);
  if (reference !== null && reference !== subject.id) return { authenticity: 'rejected' };
  return {
    authenticity: 'unverified',
    ...given({
      provider_txn_id: textOf(said['financialTransactionId']),
      claimed_status: textOf(said['status']),
    }),
    claims_paid: outcomeOf(said).status === 'completed',
  };
}
