/** Payment providers and a project's configuration of them, as its staff see them. */
import { currencySchema } from '../../../../core/common-schemas.ts';
import {
  arrayOf,
  minorUnits,
  boolean,
  dateTime,
  map,
  object,
  oneOf,
  resource,
  string,
  url,
  type Wire,
} from '../../../../core/schema.ts';
import { CIRCUIT_STATES } from '../../../../core/circuit.ts';
import { paybillFields } from '../../paybills/paybill.presenter.ts';
import { isOptional } from './credentials.ts';
import type { ProviderView } from './provider-configs.ts';

export const providerConfigSchema = resource(
  'ProviderConfig',
  'A payment provider and whether it can be used',
  {
    name: string,
    title: string.describe('As people write its name'),
    configured: boolean,
    payouts_enabled: boolean.describe('Whether an owner lets it send money in this environment'),
    needs_phone: boolean.describe("Whether it needs the payer's phone"),
    currencies: arrayOf(currencySchema),
    amount_step_minor: minorUnits.describe(
      'The smallest amount that it can charge or refund, and its multiples',
    ),
    capabilities: object({
      status_api: boolean,
      refunds: boolean,
      partial_refunds: boolean,
      payouts: boolean,
      callbacks_signed: boolean,
    }),
    needs_callback: boolean.describe('Live payments need an https `PUBLIC_URL` of this server'),
    credential_fields: arrayOf(object({ name: string, optional: boolean, secret: boolean })).describe(
      'What `credentials` are made of; empty where there is nothing to enter. With optional fields alone it works without',
    ),
    credentials: map(string).nullable().describe('By field, secrets masked; null where there are none'),
    paybill: object(paybillFields)
      .nullable()
      .describe(
        'Payments that payers send by themselves; null where the provider does not tell this service about them',
      ),
    circuit: object({
      state: oneOf(CIRCUIT_STATES),
      opened_at: dateTime.nullable(),
      probe_at: dateTime.nullable().describe('When the next call is made to see whether it answers again'),
    })
      .nullable()
      .describe(
        'Opens when the provider does not answer several calls in a row: it is then not called for a while. Null where nothing is called',
      ),
    webhook_url: url
      .nullable()
      .describe("To be entered in the provider's dashboard; null where there is nothing to enter"),
  },
);

export function presentProviderConfig(view: ProviderView): Wire<typeof providerConfigSchema> {
  const { status_api, refunds, partial_refunds, payouts, callbacks_signed, needs_callback } =
    view.capabilities;
  return {
    name: view.name,
    title: view.title,
    configured: view.configured,
    payouts_enabled: view.payouts_enabled,
    needs_phone: view.needs_phone,
    currencies: view.currencies,
    amount_step_minor: view.amount_step_minor,
    capabilities: { status_api, refunds, partial_refunds, payouts, callbacks_signed },
    needs_callback,
    credential_fields: view.fields.map((field) => ({
      name: field.name,
      optional: isOptional(field),
      secret: !field.open,
    })),
    credentials: view.credentials,
    paybill: view.paybill && {
      enabled: view.paybill.enabled,
      reject_unknown: view.paybill.reject_unknown,
      registered_at: view.paybill.registered_at,
    },
    circuit: view.circuit,
    webhook_url: view.webhook_url,
  };
}
