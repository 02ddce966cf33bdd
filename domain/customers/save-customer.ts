/** Creates and changes customers. Phone and external reference are unique per environment, closed customers included. */
import { invalidField, refusal, type Reason } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { localDateAt } from '../../core/local-date.ts';
import type { Actor, Scope } from '../../core/scope.ts';
import { brokenUnique, type Db, type Queryable, type Transaction } from '../../db/connection.ts';
import { scopeColumns } from '../../db/model.ts';
import { expectOne } from '../../db/rows.ts';
import { lockCustomer, requireOpen } from './customer.ts';
import { Customer, type CustomerRow } from './customer.model.ts';
import { recordCustomerEvent } from './events/customer-event.ts';
import { withTier, type CustomerView } from './customer-view.ts';
import { supersedeAccepted } from './documents/document.ts';
import { AFTER } from './kyc/kyc.rules.ts';
import { readPhone } from './read-phone.ts';
import { saveWords } from './search/list-customers.ts';

export type CustomerFields = Pick<
  CustomerRow,
  'kind' | 'full_name' | 'phone' | 'email' | 'date_of_birth' | 'external_ref'
>;

/** Who the customer is, as documents prove it: verified anew when it changes. */
const IDENTITY = ['kind', 'full_name', 'date_of_birth'] as const satisfies (keyof CustomerFields)[];

const NO_FIELDS: CustomerFields = {
  kind: 'individual',
  full_name: '',
  phone: null,
  email: null,
  date_of_birth: null,
  external_ref: null,
};

/** @throws AppError `phone_taken`, `external_ref_taken`; VALIDATION_ERROR for what is no phone number or date of birth */
export async function createCustomer(
  db: Db,
  scope: Scope,
  actor: Actor,
  request: Partial<CustomerFields> & Pick<CustomerFields, 'full_name'>,
): Promise<CustomerView> {
  const fields = { ...NO_FIELDS, ...(await readFields(db, scope, request)) };
  return saving(() =>
    db.transaction(async (trx) => {
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
      await saveWords(trx, scope, customer);
      await recordCustomerEvent({ trx, scope, actor }, customer.id, 'customer.created', { ...fields });
      return withTier(trx, scope, customer);
    }),
  );
}

/**
 * Changes what differs; what is sent again unchanged changes nothing.
 * @throws AppError NOT_FOUND, `invalid_state` when closed, and as `createCustomer`
 */
export async function changeCustomer(
  db: Db,
  scope: Scope,
  actor: Actor,
  id: string,
  request: Partial<CustomerFields>,
): Promise<CustomerView> {
  const fields = await readFields(db, scope, request);
  return saving(() =>
    db.transaction(async (trx) => {
      const before = await lockCustomer(trx, scope, id);
      requireOpen(before);
      const names = (Object.keys(fields) as (keyof CustomerFields)[]).filter(
        (name) => fields[name] !== before[name],
      );
      if (names.length === 0) return withTier(trx, scope, before);
      const identity_changed = IDENTITY.some((name) => names.includes(name));
      const kyc = identity_changed ? AFTER.identity_changed(before) : {};
      const customer = expectOne(
        await Customer.query(trx)
          .inScope(scope)
          .where({ id })
          .patch({ ...fields, ...kyc, updated_at: scope.clock.now() })
          .returning('*'),
      );
      await saveWords(trx, scope, customer);
      const changes = Object.fromEntries(
        names.map((name) => [name, { from: before[name], to: customer[name] }]),
      );
      await recordCustomerEvent({ trx, scope, actor }, id, 'customer.updated', { changes });
      if (identity_changed) await verifyAnew(trx, scope, actor, before, customer);
      return withTier(trx, scope, customer);
    }),
  );
}

/** Documents were accepted for who the customer was said to be until now, also where no tier rests on them yet. */
async function verifyAnew(
  trx: Transaction,
  scope: Scope,
  actor: Actor,
  before: CustomerRow,
  { id, kyc_tier }: CustomerRow,
): Promise<void> {
  for (const document_id of await supersedeAccepted(trx, scope, { customer_id: id }))
    await recordCustomerEvent({ trx, scope, actor }, id, 'document.superseded', { document_id });
  if (kyc_tier < before.kyc_tier)
    await recordCustomerEvent({ trx, scope, actor }, id, 'kyc.review_reopened', {
      tier: kyc_tier,
      previous_tier: before.kyc_tier,
    });
}

/** What was sent, as it is stored. */
async function readFields(
  db: Queryable,
  scope: Scope,
  request: Partial<CustomerFields>,
): Promise<Partial<CustomerFields>> {
  const { full_name, phone, date_of_birth } = request;
  if (date_of_birth && date_of_birth > localDateAt(scope.clock.now()))
    throw invalidField('date_of_birth', '"date_of_birth" must not be in the future');
  return {
    ...request,
    // Two spellings of one name are no change of name.
    ...(full_name === undefined ? {} : { full_name: full_name.normalize('NFC').replaceAll(/\s+/g, ' ') }),
    ...(phone ? { phone: await readPhone(db, scope, phone) } : {}),
  };
}

/** Unique constraint → what it is refused with. */
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

async function saving<Result>(save: () => Promise<Result>): Promise<Result> {
  try {
    return await save();
  } catch (error) {
    const taken = TAKEN[brokenUnique(error) ?? ''];
    if (!taken) throw error;
    const { path, reason, message } = taken;
    throw refusal(reason, message, [{ path, message }]);
  }
}
