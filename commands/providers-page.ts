/** docs/reference/providers.md, from the registry of payment providers. */
import { CURRENCY_CODES, formatMinor } from '../core/money.ts';
import { callbackSegment, findProvider, PROVIDER_NAMES, providerConfigs } from '../domain/payments/index.ts';
import { code, table } from './markdown.ts';

type Provider = ReturnType<typeof findProvider>;

/** @returns the parts of the page */
export function providersParts(): string[] {
  const providers = PROVIDER_NAMES.map(findProvider);
  return [
    '## Capabilities',
    table(
      [
        'Provider',
        'Name',
        'Environments',
        'Currencies',
        'Smallest amount',
        'Phone',
        'Status API',
        'Refunds',
        'Payouts to',
        'Callbacks',
        'Expires after',
      ],
      providers.map(capabilitiesRow),
    ),
    '## Credentials',
    ...providers.flatMap(credentialsParts),
  ];
}

function capabilitiesRow(provider: Provider): string[] {
  const { name, title, environments, currencies, amount_step_minor, capabilities, needs_phone } = provider;
  return [
    code(name),
    title,
    environments.join(', '),
    currencies.length === CURRENCY_CODES.length ? 'all' : currencies.join(', '),
    formatMinor(amount_step_minor),
    needs_phone ? 'needed' : 'not needed',
    capabilities.status_api ? 'yes' : 'no',
    refunds(provider),
    payouts(provider),
    callbacks(provider),
    duration(provider.expiry_s),
  ];
}

function refunds({ capabilities }: Provider): string {
  if (!capabilities.refunds) return 'by a person';
  return capabilities.partial_refunds ? 'whole and partial' : 'whole; parts by a person';
}

const DESTINATIONS = { phone: 'phones', wallet: 'wallets', bank: 'bank accounts' };

function payouts({ payouts: paid_out }: Provider): string {
  return paid_out?.destinations.map((kind) => DESTINATIONS[kind]).join(', ') ?? 'none';
}

function callbacks(provider: Provider): string {
  if (!provider.readCallback) return 'none';
  const { callbacks_signed, needs_callback } = provider.capabilities;
  const signed = callbacks_signed ? 'signed' : 'not signed';
  return `${signed}, at ${code(`/callbacks/${callbackSegment(provider)}/…`)}${needs_callback ? '; live payments need an https `PUBLIC_URL`' : ''}`;
}

function duration(seconds: number): string {
  const hours = seconds / 3_600;
  if (hours < 1) return `${seconds / 60} min`;
  return hours > 48 ? `${hours / 24} days` : `${hours} h`;
}

function credentialsParts({ name, title, credentials = [] }: Provider): string[] {
  if (credentials.length === 0) return [];
  return [
    `### ${title}`,
    table(
      [`Field of ${code(name)}`, 'Needed', 'Shown again'],
      credentials.map((field) => [
        code(field.name),
        providerConfigs.isOptional(field) ? 'optional' : 'yes',
        field.open ? 'yes' : 'masked',
      ]),
    ),
  ];
}
