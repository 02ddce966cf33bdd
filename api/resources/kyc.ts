/** KYC: documents and their review, decisions, and the limits of each tier. */
import joi from 'joi';
import type { Environment } from '../../core/scope.ts';
import type { PageRequest } from '../../db/page.ts';
import {
  addDocument,
  decideKyc,
  DOC_TYPES,
  DOCUMENT_STATUSES,
  HIGHEST_TIER,
  kycRequirements,
  listDocuments,
  listKycLimits,
  LOWEST_TIER,
  presentCustomer,
  presentDocument,
  presentKycLimit,
  putKycLimit,
  revealNumber,
  reviewDocument,
  type DocumentRequest,
  type KycDecision,
  type TierLimits,
  type Review,
} from '../../domain/customers/index.ts';
import { ANY_STAFF, projectScope } from '../../domain/staff/index.ts';
import { country, currency, environment, limitMinor, localDate, pageFields, text } from '../fields.ts';
import { SCOPED, created, listOf, ok, route } from '../http/route.ts';
import {
  arrayOf,
  boolean,
  date,
  dateTime,
  integer,
  moneyFields,
  nullable,
  object,
  oneOf,
  pageOf,
  string,
} from '../openapi/schemas.ts';
import { customerFields } from './customers.ts';

const tag = 'KYC';
const path = '/api/v1/customers/{customer}';
const params = { customer: 'customer' } as const;
const paramsOfDocument = { customer: 'customer', document: 'document' } as const;

const document = object({
  id: string,
  doc_type: oneOf(DOC_TYPES),
  number_last4: string,
  issuing_country: nullable(string),
  expires_on: nullable(date),
  file_url: nullable(string),
  file_sha256: nullable(string),
  status: oneOf(DOCUMENT_STATUSES),
  note: nullable(string),
  reviewed_by: nullable(object({ type: string, id: string })),
  reviewed_at: nullable(dateTime),
  created_at: dateTime,
});

const limitNames = ['max_balance', 'max_single', 'max_daily_out'];
const kycLimit = object({
  tier: integer,
  currency: string,
  ...Object.fromEntries(
    Object.entries(moneyFields(...limitNames)).map(([name, schema]) => [name, nullable(schema)]),
  ),
});

const requirements = object({
  tier: integer,
  met: boolean,
  missing: arrayOf(object({ requirement: string, any_of: arrayOf(oneOf(DOC_TYPES)) })),
});

const decision = object({ ...customerFields, decision: oneOf(['approve', 'reject']) });

const tier = joi.number().integer().max(HIGHEST_TIER);
const note = text(500);
/** What turns somebody down says why. */
const noteOn = (rejection: string) =>
  note
    .when('decision', { is: rejection, then: joi.required(), otherwise: joi.allow(null).default(null) })
    .messages({ 'any.required': `{{#label}} is required to ${rejection}: it says why` });

export const kycRoutes = [
  route<'book', object, DocumentRequest>({
    method: 'POST',
    path: `${path}/documents`,
    tag,
    summary: 'Upload a document for review; its number is sealed and answered by its last 4 characters',
    access: SCOPED,
    params,
    body: joi.object({
      doc_type: joi
        .string()
        .valid(...DOC_TYPES)
        .required(),
      number: text(64).required(),
      issuing_country: country.allow(null),
      expires_on: localDate.allow(null),
      file_url: joi
        .string()
        .uri({ scheme: 'https' })
        .max(2_000)
        .allow(null)
        .messages({ 'string.uriCustomScheme': '{{#label}} must be an https URL' }),
      file_sha256: joi
        .string()
        .pattern(/^[0-9a-fA-F]{64}$/)
        .custom((hex: string) => hex.toLowerCase())
        .allow(null)
        .messages({ 'string.pattern.base': '{{#label}} must be the 64 hex digits of a SHA-256' }),
    }),
    responses: { 201: { description: 'The document', schema: document } },
    handle: async ({ ctx, scope, actor, params: { customer: id = '' }, body }) =>
      created(presentDocument(await addDocument(ctx, scope, actor, id, body))),
  }),
  route<'book', PageRequest>({
    method: 'GET',
    path: `${path}/documents`,
    tag,
    summary: "A customer's documents, newest first",
    access: SCOPED,
    params,
    query: joi.object(pageFields('document')),
    responses: { 200: { description: 'Documents', schema: pageOf('documents', document) } },
    handle: async ({ ctx, scope, params: { customer: id = '' }, query }) =>
      listOf('documents', await listDocuments(ctx.db, scope, id, query), presentDocument),
  }),
  route<'book', object, Review>({
    method: 'POST',
    path: `${path}/documents/{document}/review`,
    tag,
    summary: 'Accept or reject a document, once',
    access: SCOPED,
    params: paramsOfDocument,
    body: joi.object({
      decision: joi.string().valid('accept', 'reject').required(),
      note: noteOn('reject'),
    }),
    responses: { 200: { description: 'The document', schema: document } },
    handle: async ({ ctx, scope, actor, params: { customer: id = '', document: doc = '' }, body }) =>
      ok(presentDocument(await reviewDocument(ctx.db, scope, actor, id, doc, body))),
  }),
  route<'project', { environment: Environment }>({
    method: 'GET',
    path: '/api/projects/{project}/customers/{customer}/documents/{document}/number',
    tag,
    summary: "A document's whole number; recorded in the customer's events and the audit log",
    access: { kind: 'project', roles: ANY_STAFF },
    params: paramsOfDocument,
    query: joi.object({ environment: environment.default('test') }),
    responses: { 200: { description: 'The number', schema: object({ number: string }) } },
    handle: async ({ ctx, project, actor, params: { customer: id = '', document: doc = '' }, query }) => ({
      ...ok({
        number: await revealNumber(ctx, projectScope(project, query.environment), actor, id, doc),
      }),
      // Whoever shows it again asks again, and is recorded again.
      headers: { 'cache-control': 'no-store' },
    }),
  }),
  route<'book', { tier: number }>({
    method: 'GET',
    path: `${path}/kyc/requirements`,
    tag,
    summary: 'What a customer lacks for a tier',
    access: SCOPED,
    params,
    query: joi.object({ tier: tier.min(LOWEST_TIER).required() }),
    responses: { 200: { description: 'What is missing', schema: requirements } },
    handle: async ({ ctx, scope, params: { customer: id = '' }, query }) => {
      const missing = await kycRequirements(ctx.db, scope, id, query.tier);
      return ok({ tier: query.tier, met: missing.length === 0, missing });
    },
  }),
  route<'book', object, KycDecision>({
    method: 'POST',
    path: `${path}/kyc`,
    tag,
    summary: 'Approve a customer for a tier, or reject',
    access: SCOPED,
    params,
    body: joi.object({
      decision: joi.string().valid('approve', 'reject').required(),
      tier: tier.min(LOWEST_TIER + 1).when('decision', { is: 'approve', then: joi.required() }),
      note: noteOn('reject'),
    }),
    responses: { 200: { description: 'The customer and the decision', schema: decision } },
    handle: async ({ ctx, scope, actor, params: { customer: id = '' }, body }) =>
      ok({
        ...presentCustomer(await decideKyc(ctx.db, scope, actor, id, body)),
        decision: body.decision,
      }),
  }),
  route<'book', object, TierLimits>({
    method: 'PUT',
    path: '/api/v1/kyc/limits',
    tag,
    summary: 'Replace the limits of a tier in a currency; one left out or null does not apply',
    access: SCOPED,
    body: joi.object({
      tier: tier.min(LOWEST_TIER).required(),
      currency: currency.required(),
      max_balance_minor: limitMinor.allow(null).default(null),
      max_single_minor: limitMinor.allow(null).default(null),
      max_daily_out_minor: limitMinor.allow(null).default(null),
    }),
    responses: { 200: { description: 'The limits', schema: kycLimit } },
    handle: async ({ ctx, scope, actor, body }) =>
      ok(presentKycLimit(await putKycLimit(ctx.db, scope, actor, body))),
  }),
  route<'book'>({
    method: 'GET',
    path: '/api/v1/kyc/limits',
    tag,
    summary: 'The limits that are set, by tier and currency',
    access: SCOPED,
    responses: { 200: { description: 'Limits', schema: pageOf('limits', kycLimit) } },
    handle: async ({ ctx, scope }) =>
      listOf('limits', { items: await listKycLimits(ctx.db, scope), next_after: null }, presentKycLimit),
  }),
];
