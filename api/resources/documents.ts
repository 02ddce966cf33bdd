/** KYC documents: upload, review, and the full number. */
import joi from 'joi';
import { worded } from '../../core/field-messages.ts';
import { object, string } from '../../core/schema.ts';
import type { Environment } from '../../core/scope.ts';
import type { PageRequest } from '../../db/page.ts';
import { kycDocuments } from '../../domain/customers/index.ts';
import { ANY_STAFF, projectScope } from '../../domain/staff/index.ts';
import { country, environment, id, localDate, noteRequiredTo, pageFields, text } from '../fields.ts';
import { SCOPED, created, ok, pageOfPresented, route } from '../http/route.ts';
import { pageOf } from '../openapi/page-schema.ts';

const tag = 'KYC';
const path = '/api/v1/customers/{customer}/documents';

export const documentRoutes = [
  route({
    operation_id: 'customers.documents.create',
    method: 'POST',
    path,
    tag,
    summary:
      'Submit a document for review; its number is encrypted, and only the last 4 characters are returned',
    access: SCOPED,
    errors: ['NOT_FOUND'],
    body: joi
      .object<kycDocuments.DocumentRequest>({
        doc_type: joi
          .string()
          .valid(...kycDocuments.TYPES)
          .required(),
        number: text(64).required(),
        issuing_country: country.allow(null),
        expires_on: localDate.allow(null).description('Its last day of validity'),
        file_id: id('file').allow(null).description('An uploaded file, in place of `file_url`'),
        file_url: worded(joi.string().uri({ scheme: 'https' }).max(2_000).allow(null), {
          'string.uriCustomScheme': '{{#label}} must be an https URL',
        }),
        file_sha256: worded(
          joi
            .string()
            .pattern(/^[0-9a-fA-F]{64}$/)
            .custom((hex: string) => hex.toLowerCase())
            .allow(null),
          { 'string.pattern.base': '{{#label}} must be the 64 hex digits of a SHA-256' },
        ),
      })
      .oxor('file_id', 'file_url')
      .oxor('file_id', 'file_sha256'),
    responses: { 201: { description: 'The document', schema: kycDocuments.schema } },
    handle: async ({ ctx, caller, params, body }) =>
      created(await kycDocuments.present(ctx.db, await kycDocuments.add(caller, params.customer, body))),
  }),
  route({
    operation_id: 'customers.documents.list',
    method: 'GET',
    path,
    tag,
    summary: "A customer's documents, newest first",
    access: SCOPED,
    query: joi.object<PageRequest>(pageFields('document')),
    responses: { 200: { description: 'Documents', schema: pageOf('documents', kycDocuments.schema) } },
    handle: async ({ ctx, scope, params, query }) =>
      pageOfPresented(
        'documents',
        await kycDocuments.list(ctx.db, scope, params.customer, query),
        (documents) => kycDocuments.presentAll(ctx.db, documents),
      ),
  }),
  route({
    operation_id: 'customers.documents.review',
    method: 'POST',
    path: `${path}/{document}/review`,
    tag,
    summary: 'Accept or reject a document, once',
    access: SCOPED,
    body: joi.object<kycDocuments.Review>({
      decision: joi.string().valid('accept', 'reject').required(),
      note: noteRequiredTo('reject'),
    }),
    responses: { 200: { description: 'The document', schema: kycDocuments.schema } },
    handle: async ({ ctx, caller, params: { customer, document }, body }) => {
      const reviewed = await kycDocuments.review(caller, { customer_id: customer, id: document }, body);
      return ok(await kycDocuments.present(ctx.db, reviewed));
    },
  }),
  route({
    operation_id: 'projects.customers.documents.revealNumber',
    method: 'GET',
    path: '/api/projects/{project}/customers/{customer}/documents/{document}/number',
    tag,
    summary: "A document's full number; the access is recorded in the customer's events and the audit log",
    second_factor: true,
    access: { kind: 'project', roles: ANY_STAFF },
    query: joi.object<{ environment: Environment }>({ environment: environment.default('test') }),
    responses: { 200: { description: 'The number', schema: object({ number: string }) } },
    handle: async ({ ctx, project, actor, params: { customer, document }, query }) => {
      const caller = { ctx, scope: projectScope(project, query.environment), actor };
      return ok({ number: await kycDocuments.revealNumber(caller, { customer_id: customer, id: document }) });
    },
  }),
];
