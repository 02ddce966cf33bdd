/** Messages for invalid fields, by joi's error code. A schema may have more specific ones (`worded`). */
import joi from 'joi';

const AT_MOST_ITEMS = '{{#label}} must have at most {{#limit}} ';
const AT_LEAST_ITEMS = '{{#label}} must have at least {{#limit}} ';
const ITEMS = '{if(#limit == 1, "item", "items")}';
const FIELDS = '{if(#limit == 1, "field", "fields")}';
const CHARACTERS = '{if(#limit == 1, "character", "characters")}';

export const WORDS: Readonly<Record<string, string>> = {
  // joi's name for the whole value; api/http/validate.ts replaces it.
  root: 'value',
  // joi's default messages speak of schemas and peers, which clients do not know.
  '*': '{{#label}} is not valid',
  'any.custom': '{{#label}} is not valid',
  'any.only': '{{#label}} must be {if(#valids.length == 1, "", "one of: ")}{{#valids}}',
  'any.required': '{{#label}} is required',
  'any.unknown': '{{#label}} must be left out here',
  'array.base': '{{#label}} must be a list',
  'array.max': AT_MOST_ITEMS + ITEMS,
  'array.min': AT_LEAST_ITEMS + ITEMS,
  'array.unique': '{{#label}} is in the list twice',
  'boolean.base': '{{#label}} must be true or false',
  'number.base': '{{#label}} must be a number',
  'number.infinity': '{{#label}} must be a number',
  'number.integer': '{{#label}} must be a whole number',
  'number.max': '{{#label}} must be at most {{#limit}}',
  'number.min': '{{#label}} must be at least {{#limit}}',
  'number.unsafe': '{{#label}} must be between -9007199254740991 and 9007199254740991',
  'object.base': '{{#label}} must be an object',
  'object.max': AT_MOST_ITEMS + FIELDS,
  'object.min': AT_LEAST_ITEMS + FIELDS,
  'object.oxor': '{{#label}} must have at most one of: {{#peers}}',
  'object.missing': '{{#label}} must have one of: {{#peers}}',
  'object.unknown': '{{#label}} is not a field of this request',
  'object.xor': '{{#label}} must have only one of: {{#peers}}',
  'string.base': '{{#label}} must be text',
  'string.email': '{{#label}} must be an email address',
  'string.empty': '{{#label}} must not be empty',
  'string.max': AT_MOST_ITEMS + CHARACTERS,
  'string.min': AT_LEAST_ITEMS + CHARACTERS,
  'string.pattern.base': '{{#label}} does not have the required format',
  'string.trim': '{{#label}} must not begin or end with a space',
  'string.uri': '{{#label}} must be a URL',
  'string.uriCustomScheme': '{{#label}} must be a URL with another scheme',
};

/** The same for joi, compiled once: compiling per invalid request would cost more than validating it. */
export const MESSAGES = compiled(WORDS);

function compiled(words: Readonly<Record<string, string>>): joi.LanguageMessages {
  return Object.fromEntries(
    Object.entries(words).map(([code, text]) => [code, code === 'root' ? text : joi.expression(text)]),
  );
}

/**
 * The schema with words of its own, by joi's error code or one of its own checks. joi's `messages` would be merged for each
 * value that is checked, which takes longer than the check; these are looked at when there is a fault.
 */
export function worded<Schema extends joi.Schema>(
  schema: Schema,
  words: Readonly<Record<string, string>>,
): Schema {
  const own = compiled(words);
  return onFaults(schema, (faults) => {
    for (const fault of faults) {
      const messages = Object.assign({}, fault.prefs.messages, own);
      fault.prefs = Object.assign({}, fault.prefs, { messages });
    }
    return faults;
  });
}

type Faults = joi.ErrorReport[];

/** The schema with a last word on its faults, after those that it has already. */
export function onFaults<Schema extends joi.Schema>(
  schema: Schema,
  revise: (faults: Faults) => Faults,
): Schema {
  const earlier = schema.$_getFlag('error') as ((faults: Faults) => Faults) | undefined;
  return schema.error((faults) => revise(earlier ? earlier(faults) : faults)) as Schema;
}

/**
 * One wrong value may break several rules of its field: only the first is reported, as the others follow from it. Every
 * broken rule between the fields of an object is reported.
 */
export function onePerField(faults: joi.ErrorReport[]): joi.ErrorReport[] {
  const seen = new Set<string>();
  return faults.filter(({ code, path }) => {
    if (code.startsWith('object.')) return true;
    const field = JSON.stringify(path);
    return !seen.has(field) && seen.add(field);
  });
}
