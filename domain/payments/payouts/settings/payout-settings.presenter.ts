/** Payout settings of a provider as the project's staff see them. */
import { boolean, minorUnits, resource, string, type Wire } from '../../../../core/schema.ts';
import type { ProviderPayoutTerms } from './payout-settings.ts';

export const payoutSettingsSchema = resource(
  'PayoutSettings',
  'Whether a provider may send money, and how much',
  {
    provider: string,
    enabled: boolean.describe('Off: nothing is sent any more; what is under way is only asked for'),
    max_minor: minorUnits.nullable().describe('Of one payout, whatever its currency; null: no limit'),
    daily_max_minor: minorUnits
      .nullable()
      .describe('Of the payouts of a UTC day in each currency; null: no limit'),
    approval_above_minor: minorUnits
      .nullable()
      .describe('A larger payout waits for a second person; null: none does'),
    approval_id: string.describe('Of the change that waits for a second person').optional(),
  },
);

export function presentPayoutSettings(settings: ProviderPayoutTerms): Wire<typeof payoutSettingsSchema> {
  const { provider, enabled, max_minor, daily_max_minor, approval_above_minor } = settings;
  return { provider, enabled, max_minor, daily_max_minor, approval_above_minor };
}
