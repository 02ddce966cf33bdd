/** Calls to Chapa's API. */
import { callProvider, CREDENTIALS_REFUSED, type ProviderAnswer, type ProviderRequest } from '../http.ts';
import { ProviderUnavailable, type ProviderSetup } from '../provider.port.ts';
import { messageOf } from './answers.rules.ts';

export interface ChapaRequest extends ProviderRequest {
  /** Whether an answer with a status that refuses the key refuses the request instead. */
  refuses_request?: (body: Record<string, unknown>) => boolean;
}

/** @throws ProviderUnavailable also when the key is refused, or the hour: that says nothing about the request */
export async function call(
  setup: ProviderSetup,
  path: string,
  { refuses_request = () => false, ...request }: ChapaRequest,
): Promise<ProviderAnswer> {
  const answer = await callProvider(setup, path, {
    ...request,
    bare_statuses: CREDENTIALS_REFUSED,
    headers: { authorization: `Bearer ${setup.credentials['secret_key']}` },
  });
  const { status_code, body } = answer;
  if (CREDENTIALS_REFUSED.includes(status_code) && !refuses_request(body))
    throw new ProviderUnavailable(`answered ${status_code}: ${messageOf(body)}`, undefined, false);
  return answer;
}
