/** What a page needs that is not there yet, by the reason that the API gives: said, with the page where it is set up. */
import type { TextId } from '../../words.ts';

interface Prerequisite {
  sentence: TextId;
  href: string;
  label: TextId;
}

export const PREREQUISITES: Readonly<Record<string, Prerequisite>> = {
  sacco_not_set_up: { sentence: 'error.set_up_first', href: '/settings/cooperative', label: 'nav.set_up' },
  provider_not_configured: {
    sentence: 'error.provider_first',
    href: '/settings/providers',
    label: 'error.set_up_provider',
  },
};
