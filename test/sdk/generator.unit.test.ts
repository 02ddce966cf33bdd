/** A new route appears in the SDK by its declaration alone: the generator knows kinds of operations, not operations. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { JsonSchema, OpenApi, Operation } from '../../sdk/generate/openapi.ts';
import { readModel, type SdkMethod } from '../../sdk/generate/operations.ts';
import { typescriptFiles } from '../../sdk/generate/typescript.ts';

const POLICY: JsonSchema = {
  type: 'object',
  description: 'What a member is insured for; see `premium_minor`',
  properties: {
    id: { type: 'string' },
    premium_minor: { type: 'integer', format: 'int64' },
    state: { type: 'string', enum: ['in_force', 'lapsed'] },
    own_fields: { type: 'object', additionalProperties: true, 'x-map': true },
    insured_items: { type: 'array', items: { $ref: '#/components/schemas/Item' } },
  },
  required: ['id', 'premium_minor'],
};
const ITEM: JsonSchema = {
  type: 'object',
  properties: { label_texts: { type: 'object', additionalProperties: { type: 'string' }, 'x-map': true } },
  required: [],
};
const MONEY: Record<string, JsonSchema> = {
  amount: { type: 'string' },
  amount_minor: { type: 'integer' },
  idempotency_key: { type: 'string' },
};
const EITHER = { oneOf: [{ required: ['amount'] }, { required: ['amount_minor'] }] };

function answered(schema: JsonSchema): Operation['responses'] {
  return { 201: { content: { 'application/json': { schema } } } };
}

const ROUTES: Record<string, Record<string, Operation>> = {
  '/api/v1/insurance/policies': {
    get: {
      operationId: 'insurance.policies.list',
      summary: 'Policies',
      parameters: [{ name: 'state', in: 'query', schema: { type: 'string', enum: ['in_force', 'lapsed'] } }],
      responses: answered({
        type: 'object',
        properties: {
          policies: { type: 'array', items: { $ref: '#/components/schemas/Policy' } },
          next_after: { type: 'string' },
          written_by: { type: 'string' },
        },
        required: ['policies', 'written_by'],
      }),
      'x-page': 'policies',
    },
  },
  '/api/v1/insurance/policies/{policy}/claims/{claim_no}': {
    post: {
      operationId: 'insurance.policies.payClaim',
      summary: 'Pay a claim',
      description: 'Sets `premium_minor` anew.',
      parameters: [{ name: 'notify_member', in: 'query', schema: { type: 'boolean' } }],
      requestBody: {
        content: {
          'application/json': {
            schema: { ...EITHER, type: 'object', properties: MONEY, required: ['idempotency_key'] },
          },
        },
      },
      responses: answered({ $ref: '#/components/schemas/Policy' }),
      'x-idempotency': 'body',
    },
    delete: {
      operationId: 'insurance.policies.drop',
      summary: 'Drop it',
      parameters: [],
      responses: { 204: {} },
    },
  },
  '/api/v1/insurance/quotes': {
    post: {
      operationId: 'insurance.quote',
      summary: 'A quote',
      parameters: [],
      requestBody: {
        content: {
          'application/json': {
            schema: {
              type: 'object',
              properties: { amount: { anyOf: [{ type: 'number' }, { type: 'string' }] } },
              required: ['amount'],
            },
          },
        },
      },
      responses: answered({
        anyOf: [{ $ref: '#/components/schemas/Policy' }, { $ref: '#/components/schemas/Item' }],
      }),
      'x-idempotency': 'none',
    },
  },
  '/api/insurance/secret': {
    get: {
      operationId: 'insurance.secret',
      summary: 'For sessions',
      parameters: [],
      responses: { 204: {} },
      'x-sdk': false,
    },
  },
};

let methods: Map<string, SdkMethod>;
let files: Record<string, string>;

beforeAll(async () => {
  const path = join(import.meta.dirname, '../../docs/reference/openapi.json');
  const document = JSON.parse(await readFile(path, 'utf8')) as OpenApi;
  Object.assign(document.paths, ROUTES);
  Object.assign(document.components.schemas, { Policy: POLICY, Item: ITEM });
  const model = readModel(document);
  methods = new Map(model.methods.map((method) => [method.id, method]));
  files = await typescriptFiles(model, '9.8.7');
});

describe('the model', () => {
  test('of a list: its elements, its query, what else the answer holds, where maps are', () => {
    expect(methods.get('insurance.policies.list')).toMatchObject({
      page: 'policies',
      result: { $ref: '#/components/schemas/Policy' },
      page_fields: { properties: { written_by: { type: 'string' } }, required: ['written_by'] },
      query_names: ['state'],
      params_optional: true,
      has_body: false,
      idempotency: 'none',
      maps: { answer: ['policies.insured_items.label_texts', 'policies.own_fields'] },
    });
  });

  test('of a movement: minor units only, the key an option, query and body in one', () => {
    const method = methods.get('insurance.policies.payClaim');
    expect(method).toMatchObject({
      path_names: ['policy', 'claim_no'],
      params: { required: ['amount_minor'] },
      query_names: ['notify_member'],
      idempotency: 'body',
      sends_major_units: false,
    });
    expect(Object.keys(method?.params?.properties ?? {})).toEqual(['amount_minor', 'notify_member']);
  });

  test('of major units and of two kinds of answers', () => {
    expect(methods.get('insurance.quote')).toMatchObject({
      sends_major_units: true,
      params: { properties: { amount_minor: { type: 'integer' } }, required: ['amount_minor'] },
      result: { $ref: '#/components/schemas/Policy' },
      preview: { $ref: '#/components/schemas/Item' },
    });
  });

  test('of what is for sessions: none', () => {
    expect(methods.has('insurance.secret')).toBe(false);
  });
});

/** Without line breaks and indentation. */
function plain(text = ''): string {
  return text.replaceAll(/\s+/g, ' ');
}

describe('TypeScript', () => {
  test('has the methods in a class of their group', () => {
    const code = plain(files['resources/insurance.ts']);
    expect(code).toContain('export class InsuranceResource extends Resource');
    expect(code).toContain('readonly policies: InsurancePoliciesResource');
    expect(code).toContain(
      'payClaim(policy: string, claimNo: string, params: InsurancePoliciesPayClaimParams, options?: KeyOptions): Call<Policy>',
    );
    expect(code).toContain("key: 'body', body: true, query: ['notify_member']");
    expect(code).toContain(
      'list(params?: InsurancePoliciesListParams, options?: RequestOptions): PageCall<Policy, Page<Policy> & InsurancePoliciesListPage>',
    );
    expect(code).toContain('drop(policy: string, claimNo: string, options?: RequestOptions): Call<void>');
    expect(code).toContain('major: true');
    expect(code).toContain('Pay a claim. Sets `premiumMinor` anew.');
    expect(code).not.toContain('secret');
    expect(files['resources.ts']).toContain('readonly insurance: InsuranceResource');
    expect(files['version.ts']).toContain("'9.8.7'");
  });

  test('has the types in camelCase, choices open, names that are data as they are', () => {
    const code = plain(files['models.ts']);
    expect(code).toContain('interface Policy { id: string premiumMinor: number');
    expect(code).toMatch(/state\?: \(?'in_force' \| 'lapsed' \| \(string & \{\}\)\)?/);
    expect(code).toContain('insuredItems?: Item[]');
    expect(code).toContain('see `premiumMinor`');
    expect(code).toMatch(
      /interface InsurancePoliciesPayClaimParams \{ amountMinor: number;? notifyMember\?: boolean/,
    );
  });
});
