/** The shared parts of the OpenAPI document: named schemas, parameters and error responses. */
import { ERROR_CODES, type ErrorCode } from '../../core/errors.ts';
import { errorSchema } from '../../core/common-schemas.ts';
import { Reference, Schema } from '../../core/schema.ts';
import { exampleError } from './error-examples.ts';
import { EXAMPLES } from './examples.ts';
import type { Json } from './request-schema.ts';

export class Components {
  private readonly declared = new Map<string, Schema<unknown>>();
  private readonly schemas: Json = {};
  private readonly choices = new Map<string, string>();
  private readonly parameters = new Shared('parameters');
  private readonly responses = new Shared('responses');

  /** All components, by section. Call it last: only then is it known which parts are used more than once. */
  all(): Json {
    return {
      schemas: byName(this.schemas),
      parameters: byName(this.parameters.resolve()),
      responses: byName(this.responses.resolve()),
    };
  }

  /** JSON Schema with a reference in place of every named schema. */
  schema(schema: Schema<unknown>): unknown {
    return schema.name === undefined ? this.render(schema.keywords) : { $ref: this.address(schema) };
  }

  private address(schema: Schema<unknown>): string {
    const name = schema.name as string;
    const known = this.declared.get(name);
    if (known && known !== schema) throw new Error(`two schemas are called ${name}`);
    if (!known) {
      this.declared.set(name, schema);
      const example = EXAMPLES.schemas[name];
      this.schemas[name] = {
        ...(this.render(schema.keywords) as Json),
        ...(example ? { examples: [example] } : {}),
      };
      const values = schema.keywords['enum'];
      if (values) this.choices.set(JSON.stringify(values), name);
    }
    return `#/components/schemas/${name}`;
  }

  private render(value: unknown): unknown {
    if (value instanceof Schema) return this.schema(value);
    if (value instanceof Reference) return this.address(value.to);
    if (Array.isArray(value)) return value.map((each) => this.render(each));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([keyword, inner]) => [keyword, this.render(inner)]));
  }

  /** A request's schema, with references in place of enums that named schemas declare. */
  withNamedChoices(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((each) => this.withNamedChoices(each));
    if (typeof value !== 'object' || value === null) return value;
    const { type, enum: values, ...rest } = value as Json;
    const name = Array.isArray(values) && type === 'string' ? this.choices.get(JSON.stringify(values)) : null;
    if (name) return { $ref: `#/components/schemas/${name}`, ...rest };
    return Object.fromEntries(
      Object.entries(value).map(([keyword, inner]) => [keyword, this.withNamedChoices(inner)]),
    );
  }

  parameter(parameter: Json): Json {
    return this.parameters.use(String(parameter['name']), parameter);
  }

  success(status: string, schema: Schema<unknown>, response: Json): Json {
    return schema.name === undefined ? response : this.responses.use(`${schema.name}${status}`, response);
  }

  error(code: ErrorCode): Json {
    return this.responses.use(responseName(code), {
      description: describeError(code),
      content: this.errorContent(code),
    });
  }

  /** The response for errors that any request can return. */
  anyError(codes: readonly ErrorCode[]): Json {
    return this.responses.use('Error', {
      description: codes.map((code) => `${ERROR_CODES[code].status} ${describeError(code)}`).join(' '),
      headers: {
        'Retry-After': { description: 'Seconds to wait, with 429 and 503', schema: { type: 'integer' } },
      },
      content: this.errorContent('SERVICE_UNAVAILABLE'),
    });
  }

  private errorContent(code: ErrorCode): Json {
    return { 'application/json': { schema: this.schema(errorSchema), example: exampleError(code) } };
  }
}

/** Named parts: inlined if used once, referenced if used several times. */
class Shared {
  private readonly section: string;
  private readonly parts = new Map<string, { value: Json; text: string; uses: number; place: Json }>();

  constructor(section: string) {
    this.section = section;
  }

  /** @returns a placeholder in the document, filled by `resolve`; the part itself if a different part has the name */
  use(name: string, value: Json): Json {
    const text = JSON.stringify(value);
    const part = this.parts.get(name) ?? { value, text, uses: 0, place: {} };
    if (part.text !== text) return value;
    part.uses += 1;
    this.parts.set(name, part);
    return part.place;
  }

  /** @returns the referenced parts */
  resolve(): Json {
    const several = [...this.parts].filter(([, { uses }]) => uses > 1);
    for (const [name, { value, uses, place }] of this.parts)
      Object.assign(place, uses > 1 ? { $ref: `#/components/${this.section}/${name}` } : value);
    return Object.fromEntries(several.map(([name, { value }]) => [name, value]));
  }
}

function byName(entries: Json): Json {
  return Object.fromEntries(Object.entries(entries).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** `NOT_FOUND` → `NotFound` */
function responseName(code: ErrorCode): string {
  return code.toLowerCase().replaceAll(/(?:^|_)(\w)/g, (_all, letter: string) => letter.toUpperCase());
}

function describeError(code: ErrorCode): string {
  return `\`${code}\`: ${ERROR_CODES[code].when}`;
}
