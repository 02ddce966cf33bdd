/** Customers: their data, their states and their events. */
import joi from 'joi';
import type { PageRequest } from '../../db/page.ts';
import {
  changeCustomer,
  changeStatus,
  createCustomer,
  CUSTOMER_KINDS,
  CUSTOMER_STATUSES,
  customerEvents,
  customerSchema,
  KYC_STATUSES,
  listCustomers,
  presentCustomer,
  readCustomer,
  type CustomerAction,
  type CustomerFields,
  type CustomerFilter,
} from '../../domain/customers/index.ts';
import { email, localDate, pageFields, text } from '../fields.ts';
import { SCOPED, created, listOf, ok, pageOfPresented, route, type Route } from '../http/route.ts';
import { pageOf } from '../openapi/page-schema.ts';

const tag = 'Customers';
const path = '/api/v1/customers';

const kind = joi.string().valid(...CUSTOMER_KINDS);
const fullName = text(200);
const details = {
  // The project's currencies determine the country of a local number, so the domain parses it.
  phone: text(40).allow(null),
  email: email.allow(null),
  date_of_birth: localDate.allow(null),
  external_ref: text(255).allow(null),
};

/** @param action the last segment of the path */
function action(action: CustomerAction, summary: string): Route {
  return route({
    operation_id: `customers.${action}`,
    method: 'POST',
    path: `/api/v1/customers/{customer}/${action}`,
    tag,
    summary,
    access: SCOPED,
    responses: { 200: { description: 'The customer', schema: customerSchema } },
    handle: async ({ caller, params }) =>
      ok(presentCustomer(await changeStatus(caller, params.customer, action))),
  });
}

export const customerRoutes = [
  route({
    operation_id: 'customers.create',
    method: 'POST',
    path,
    tag,
    summary: 'Create a customer; phone and external reference are unique per environment',
    access: SCOPED,
    body: joi.object<Partial<CustomerFields> & Pick<CustomerFields, 'full_name'>>({
      kind,
      full_name: fullName.required(),
      ...details,
    }),
    responses: { 201: { description: 'The customer', schema: customerSchema } },
    handle: async ({ caller, body }) => created(presentCustomer(await createCustomer(caller, body))),
  }),
  route({
    operation_id: 'customers.list',
    method: 'GET',
    path,
    tag,
    summary: 'List or search customers, newest first',
    access: SCOPED,
    query: joi.object<PageRequest & CustomerFilter>({
      ...pageFields('customer'),
      q: joi.string().allow('').max(200).description('Words of name, email and reference; phone numbers'),
      status: joi.string().valid(...CUSTOMER_STATUSES),
      kyc_status: joi.string().valid(...KYC_STATUSES),
    }),
    responses: { 200: { description: 'Customers', schema: pageOf('customers', customerSchema) } },
    handle: async ({ ctx, scope, query }) =>
      listOf('customers', await listCustomers(ctx.db, scope, query), presentCustomer),
  }),
  route({
    operation_id: 'customers.get',
    method: 'GET',
    path: `${path}/{customer}`,
    tag,
    summary: 'One customer',
    access: SCOPED,
    responses: { 200: { description: 'The customer', schema: customerSchema } },
    handle: async ({ ctx, scope, params }) =>
      ok(presentCustomer(await readCustomer(ctx.db, scope, params.customer))),
  }),
  route({
    operation_id: 'customers.update',
    method: 'PATCH',
    path: `${path}/{customer}`,
    tag,
    summary: 'Change a customer; a new name, date of birth or kind has to be verified again',
    access: SCOPED,
    body: joi.object<Partial<CustomerFields>>({ kind, full_name: fullName, ...details }),
    responses: { 200: { description: 'The customer', schema: customerSchema } },
    handle: async ({ caller, params, body }) =>
      ok(presentCustomer(await changeCustomer(caller, params.customer, body))),
  }),
  route({
    operation_id: 'customers.listEvents',
    method: 'GET',
    path: `${path}/{customer}/events`,
    tag,
    summary: 'Events of a customer, newest first',
    access: SCOPED,
    query: joi.object<PageRequest>(pageFields('event')),
    responses: { 200: { description: 'Events', schema: pageOf('events', customerEvents.schema) } },
    handle: async ({ ctx, scope, params, query }) =>
      pageOfPresented('events', await customerEvents.list(ctx.db, scope, params.customer, query), (events) =>
        customerEvents.presentAll(ctx.db, events),
      ),
  }),
  action('freeze', 'Stop all movements of the wallets'),
  action('unfreeze', 'Allow movements of a frozen customer again'),
  action('close', 'Close a customer permanently'),
];
