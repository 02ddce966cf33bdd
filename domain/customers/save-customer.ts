/** Creates and changes customers. Phone and external reference are unique per environment, closed customers included. */
import { invalidField, refusal, type Reason } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { localDateAt } from '../../core/local-date.ts';
import { brokenUnique } from '../../db/faults.ts';
import { scopeColumns } from '../../db/model.ts';
import { inTransaction, type Caller, type CallerUnit, type ScopedContext } from '../platform/unit.ts';
import { lockCustomer, patchCustomer, requireOpen } from './customer.ts';
import { Customer, type CustomerRow } from './customer.model.ts';
import { recordCustomerEvent } from './events/customer-event.ts';
import { withTier, type CustomerView } from './customer-view.ts';
import { supersedeAccepted } from './documents/document.ts';
import { AFTER } from './kyc/kyc.rules.ts';
import { readPhone } from './read-phone.ts';
import { indexSearchTerms } from './search/list-customers.ts';

export type CustomerFields = Pick<
  CustomerRow,
  'kind' | 'full_name' | 'phone' | 'email' | 'date_of_birth' | 'external_ref'
>;

/** The identity of the customer, which documents prove: a change requires another verification. */
const IDENTITY = ['kind', 'full_name', 'date_of_birth'] as const satisfies (keyof CustomerFields)[];

const NO_FIELDS: CustomerFields = {
  kind: 'individual',
  full_name: '',
  phone: null,
  email: null,
  date_of_birth: null,
  external_ref: null,
};

/** @throws AppError `phone_taken`, `external_ref_taken`; VALIDATION_ERROR for an invalid phone number or date of birth */
export async function createCustomer(
  caller: Caller,
  request: Partial<CustomerFields> & Pick<CustomerFields, 'full_name'>,
): Promise<CustomerView> {
  const fields = { ...NO_FIELDS, ...(await readFields(caller, request)) };
  return withUniqueRefusals(() =>
    inTransaction(caller, async (unit) => {
      const { trx, scope } = unit;
      const now = scope.clock.now();
      const customer = await Customer.query(trx)
        .insert({
          id: newId('customer'),
          ...scopeColumns(scope),
          ...fields,
          created_at: now,
          updated_at: now,
        })
        .returning('*');
      await indexSearchTerms(unit, customer);
      await recordCustomerEvent(unit, customer.id, 'customer.created', { ...fields });
      return withTier(trx, scope, customer);
    }),
  );
}

/**
 * Changes the fields that differ; a repetition changes nothing.
 * @throws AppError NOT_FOUND, `invalid_state` when closed, and as `createCustomer`
 */
export async function changeCustomer(
  caller: Caller,
  id: string,
  request: Partial<CustomerFields>,
): Promise<CustomerView> {
  const fields = await readFields(caller, request);
  return withUniqueRefusals(() =>
    inTransaction(caller, async (unit) => {
      const { trx, scope } = unit;
      const before = await lockCustomer(unit, id);
      requireOpen(before);
      const names = (Object.keys(fields) as (keyof CustomerFields)[]).filter(
        (name) => fields[name] !== before[name],
      );
      if (names.length === 0) return withTier(trx, scope, before);
      const identity_changed = IDENTITY.some((name) => names.includes(name));
      const kyc = identity_changed ? AFTER.identity_changed(before) : {};
      const unverified = names.includes('phone') ? { phone_unverified_since: scope.clock.now() } : {};
      const customer = await patchCustomer(unit, before, { ...fields, ...kyc, ...unverified });
      await indexSearchTerms(unit, customer);
      const changes = Object.fromEntries(
        names.map((name) => [name, { from: before[name], to: customer[name] }]),
      );
      await recordCustomerEvent(unit, id, 'customer.updated', { changes });
      if (identity_changed) await reopenVerification(unit, before, customer);
      return withTier(trx, scope, customer);
    }),
  );
}

/** Documents were accepted for the earlier identity, also where no tier rests on them yet. */
async function reopenVerification(
  unit: CallerUnit,
  before: CustomerRow,
  { id, kyc_tier }: CustomerRow,
): Promise<void> {
  for (const document_id of await supersedeAccepted(unit, { customer_id: id }))
    await recordCustomerEvent(unit, id, 'document.superseded', { document_id });
  if (kyc_tier < before.kyc_tier)
    await recordCustomerEvent(unit, id, 'kyc.review_reopened', {
      tier: kyc_tier,
      previous_tier: before.kyc_tier,
    });
}

/** The fields of a request as they are stored. */
async function readFields(
  { ctx, scope }: ScopedContext,
  request: Partial<CustomerFields>,
): Promise<Partial<CustomerFields>> {
  const { full_name, phone, date_of_birth } = request;
  if (date_of_birth && date_of_birth > localDateAt(scope.clock.now()))
    throw invalidField('date_of_birth', '"date_of_birth" must not be in the future');
  return {
    ...request,
    // Two spellings of one name are no change of name.
    ...(full_name === undefined ? {} : { full_name: full_name.normalize('NFC').replaceAll(/\s+/g, ' ') }),
    ...(phone ? { phone: await readPhone(ctx.db, scope, phone) } : {}),
  };
}

/** Unique constraint → its refusal. */
const TAKEN: Record<string, { path: keyof CustomerFields; reason: Reason; message: string }> = {
  customers_phone_key: {
    path: 'phone',
    reason: 'phone_taken',
    message: 'Another customer has this phone number; find it with GET /api/v1/customers?q=',
  },
  customers_external_ref_key: {
    path: 'external_ref',
    reason: 'external_ref_taken',
    message: 'Another customer has this external reference; find it with GET /api/v1/customers?q=',
  },
};

async function withUniqueRefusals<Result>(save: () => Promise<Result>): Promise<Result> {
  try {
    return await save();
  } catch (error) {
    const taken = TAKEN[brokenUnique(error) ?? ''];
    if (!taken) throw error;
    const { path, reason, message } = taken;
    throw refusal(reason, message, [{ path, message }]);
  }
}
