/** Payment providers and what a project configured of them, as its staff see them. */
import { currencySchema } from '../../../core/common-schemas.ts';
import { arrayOf, boolean, map, object, resource, string, type Wire } from '../../../core/schema.ts';
import type { ProviderView } from './provider-configs.ts';

export const providerConfigSchema = resource(
  'ProviderConfig',
  'A payment provider and whether it can be used',
  {
    name: string,
    configured: boolean,
    currencies: arrayOf(currencySchema),
    capabilities: object({ status_api: boolean, refunds: boolean, partial_refunds: boolean }),
    credential_fields: arrayOf(object({ name: string, optional: boolean, secret: boolean })).describe(
      'What `credentials` are made of; empty where it works without',
    ),
    credentials: map(string).nullable().describe('By field, secrets masked; null where there are none'),
  },
);

export function presentProviderConfig(view: ProviderView): Wire<typeof providerConfigSchema> {
  const { status_api, refunds, partial_refunds } = view.capabilities;
  return {
    name: view.name,
    configured: view.configured,
    currencies: view.currencies,
    capabilities: { status_api, refunds, partial_refunds },
    credential_fields: view.fields.map(({ name, optional, open = false }) => ({
      name,
      optional,
      secret: !open,
    })),
    credentials: view.credentials,
  };
}
