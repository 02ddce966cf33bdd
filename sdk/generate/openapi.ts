/** The parts of an OpenAPI 3.1 document that the SDKs are generated from. */

/** A JSON Schema (2020-12) whose `$ref`s lead to `#/components/schemas/<name>`. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly enum?: readonly (string | null)[];
  readonly const?: string;
  readonly additionalProperties?: boolean | JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
}

export interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, JsonSchema>;
    parameters: Record<string, Parameter>;
    responses: Record<string, Answer>;
  };
}

export interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  parameters: (Parameter | { $ref: string })[];
  requestBody?: { content: Record<string, { schema: JsonSchema; example?: Record<string, unknown> }> };
  responses: Record<string, Answer | { $ref: string }>;
  /** Default: that of the document, API keys and sessions. */
  security?: Record<string, unknown>[];
  'x-sdk'?: false;
  'x-idempotency'?: 'header' | 'body' | 'none';
  'x-page'?: string;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: JsonSchema;
}

interface Answer {
  content?: Record<string, { schema: JsonSchema }>;
}

/** `#/components/schemas/Payment` → `Payment` */
export function lastName(address: string): string {
  return address.slice(address.lastIndexOf('/') + 1);
}
