/** MTN's names of the countries of live accounts, and the numbers of their phones. Pure. */

const SUBSCRIBER_PHONES: Record<string, RegExp> = {
  mtnbenin: /^\+229\d{8,10}$/,
  mtncameroon: /^\+237\d{8,9}$/,
  mtncongo: /^\+242\d{9}$/,
  mtnghana: /^\+233\d{9}$/,
  mtnivorycoast: /^\+225\d{8,10}$/,
  mtnnigeria: /^\+234\d{10}$/,
  mtnrwanda: /^\+250\d{9}$/,
  mtnsouthafrica: /^\+27\d{9}$/,
  mtnuganda: /^\+256\d{9}$/,
  mtnzambia: /^\+260\d{9}$/,
};

/** Phones that an account accepts; undefined where that is unknown, as in the sandbox, whose numbers belong to no country. */
export function subscriberPhone(target_environment: string): RegExp | undefined {
  return Object.hasOwn(SUBSCRIBER_PHONES, target_environment)
    ? SUBSCRIBER_PHONES[target_environment]
    : undefined;
}
