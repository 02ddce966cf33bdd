/** The codes to dial, from the project's fields of the provider `manual`. */
import type { ScopeColumns } from '../../../db/model.ts';
import type { Queryable } from '../../../db/connection.ts';
import { maskedCredentials } from '../providers/configuration/provider-configs.ts';
import { manual } from '../providers/manual.ts';
import { ussdIntents, type UssdIntent, type UssdRequest } from './ussd-intent.rules.ts';

export async function findUssdIntents(
  db: Queryable,
  scope: ScopeColumns,
  request: UssdRequest,
): Promise<UssdIntent[]> {
  return ussdIntents(request, (await maskedCredentials(db, scope, manual)) ?? {});
}
