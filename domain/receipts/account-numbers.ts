/** What payments by paybill are told of account numbers. */
import { allows, findSettings, getMember } from '../cooperative/index.ts';
import type { paybills } from '../payments/index.ts';
import { resolveAccounts } from './resolve-account.ts';

export const accountNumbers: paybills.AccountNumbers = {
  async isKnown(db, scope, typed) {
    const settings = await findSettings(db, scope);
    if (!settings) return true;
    const [found] = await resolveAccounts(db, [{ scope, settings, typed }]);
    if (!found) return false;
    return allows((await getMember(db, scope, found.member_id)).status, 'pay_in');
  },

  async destination(db, scope) {
    return (await findSettings(db, scope)) ? 'receipt' : null;
  },
};
