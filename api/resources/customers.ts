/** Customers: their data, their states and their trail. */
import joi from 'joi';
import type { PageRequest } from '../../db/page.ts';
import {
  changeCustomer,
  changeStatus,
  createCustomer,
  CUSTOMER_KINDS,
  CUSTOMER_STATUSES,
  KYC_STATUSES,
  listCustomerEvents,
  listCustomers,
  presentCustomer,
  presentCustomerEvent,
  readCustomer,
  type CustomerAction,
  type CustomerFields,
  type CustomerFilter,
} from '../../domain/customers/index.ts';
import { localDate, pageFields, text } from '../fields.ts';
import { SCOPED, created, listOf, ok, route, type Route } from '../http/route.ts';
import {
  date,
  dateTime,
  freeForm,
  integer,
  nullable,
  object,
  oneOf,
  pageOf,
  string,
} from '../openapi/schemas.ts';

const tag = 'Customers';
const path = '/api/v1/customers/{customer}';
const params = { customer: 'customer' } as const;

export const customerFields = {
  id: string,
  kind: oneOf(CUSTOMER_KINDS),
  full_name: string,
  phone: nullable(string),
  email: nullable(string),
  date_of_birth: nullable(date),
  external_ref: nullable(string),
  status: oneOf(CUSTOMER_STATUSES),
  kyc_status: oneOf(KYC_STATUSES),
  kyc_tier: { ...integer, minimum: 0, maximum: 3, description: 'The tier whose requirements are met today' },
  created_at: dateTime,
  updated_at: dateTime,
};
const customer = object(customerFields);

const customerEvent = object({
  id: string,
  type: string,
  at: dateTime,
  actor: object({ type: string, id: string }),
  details: freeForm,
});

const kind = joi.string().valid(...CUSTOMER_KINDS);
const fullName = text(200);
const details = {
  // Read by the project's currencies, so in the domain.
  phone: text(40).allow(null),
  email: joi.string().email({ tlds: false }).max(254).allow(null),
  date_of_birth: localDate.allow(null),
  external_ref: text(255).allow(null),
};

/** @param action as in the path */
function action(action: CustomerAction, summary: string): Route {
  return route<'book'>({
    method: 'POST',
    path: `${path}/${action}`,
    tag,
    summary,
    access: SCOPED,
    params,
    responses: { 200: { description: 'The customer', schema: customer } },
    handle: async ({ ctx, scope, actor, params: { customer: id = '' } }) =>
      ok(presentCustomer(await changeStatus(ctx, scope, actor, id, action))),
  });
}

export const customerRoutes = [
  route<'book', object, Partial<CustomerFields> & Pick<CustomerFields, 'full_name'>>({
    method: 'POST',
    path: '/api/v1/customers',
    tag,
    summary: 'Create a customer; phone and external reference are unique per environment',
    access: SCOPED,
    body: joi.object({ kind, full_name: fullName.required(), ...details }),
    responses: { 201: { description: 'The customer', schema: customer } },
    handle: async ({ ctx, scope, actor, body }) =>
      created(presentCustomer(await createCustomer(ctx.db, scope, actor, body))),
  }),
  route<'book', PageRequest & CustomerFilter>({
    method: 'GET',
    path: '/api/v1/customers',
    tag,
    summary: 'List or search customers, newest first',
    access: SCOPED,
    query: joi.object({
      ...pageFields('customer'),
      q: joi.string().allow('').max(200).description('Words of name, email and reference; phone numbers'),
      status: joi.string().valid(...CUSTOMER_STATUSES),
      kyc_status: joi.string().valid(...KYC_STATUSES),
    }),
    responses: { 200: { description: 'Customers', schema: pageOf('customers', customer) } },
    handle: async ({ ctx, scope, query }) =>
      listOf('customers', await listCustomers(ctx.db, scope, query, query), presentCustomer),
  }),
  route<'book'>({
    method: 'GET',
    path,
    tag,
    summary: 'One customer',
    access: SCOPED,
    params,
    responses: { 200: { description: 'The customer', schema: customer } },
    handle: async ({ ctx, scope, params: { customer: id = '' } }) =>
      ok(presentCustomer(await readCustomer(ctx.db, scope, id))),
  }),
  route<'book', object, Partial<CustomerFields>>({
    method: 'PATCH',
    path,
    tag,
    summary: 'Change a customer; another name, date of birth or kind is verified anew',
    access: SCOPED,
    params,
    body: joi.object({ kind, full_name: fullName, ...details }),
    responses: { 200: { description: 'The customer', schema: customer } },
    handle: async ({ ctx, scope, actor, params: { customer: id = '' }, body }) =>
      ok(presentCustomer(await changeCustomer(ctx.db, scope, actor, id, body))),
  }),
  route<'book', PageRequest>({
    method: 'GET',
    path: `${path}/events`,
    tag,
    summary: 'Everything that happened to a customer, newest first',
    access: SCOPED,
    params,
    query: joi.object(pageFields('event')),
    responses: { 200: { description: 'Events', schema: pageOf('events', customerEvent) } },
    handle: async ({ ctx, scope, params: { customer: id = '' }, query }) =>
      listOf('events', await listCustomerEvents(ctx.db, scope, id, query), presentCustomerEvent),
  }),
  action('freeze', 'Stop all movements of the wallets'),
  action('unfreeze', 'Let a frozen customer move money again'),
  action('close', 'Close a customer for good'),
];
