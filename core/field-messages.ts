/** What is said of a field at fault, by joi's code of the fault. A schema may say it better in its own `messages`. */
import joi from 'joi';

const AT_MOST_ITEMS = '{{#label}} must have at most {{#limit}} ';
const AT_LEAST_ITEMS = '{{#label}} must have at least {{#limit}} ';
const ITEMS = '{if(#limit == 1, "item", "items")}';
const FIELDS = '{if(#limit == 1, "field", "fields")}';
const CHARACTERS = '{if(#limit == 1, "character", "characters")}';

export const WORDS: Readonly<Record<string, string>> = {
  // joi's name of the whole; it is replaced by what that is (api/http/validate.ts).
  root: 'value',
  // joi's own words for anything else would speak of schemas and peers, of which clients know nothing.
  '*': '{{#label}} is not valid',
  'any.custom': '{{#label}} is not valid',
  'any.only': '{{#label}} must be {if(#valids.length == 1, "", "one of: ")}{{#valids}}',
  'any.required': '{{#label}} is required',
  'any.unknown': '{{#label}} must be left out here',
  'array.base': '{{#label}} must be a list',
  'array.max': AT_MOST_ITEMS + ITEMS,
  'array.min': AT_LEAST_ITEMS + ITEMS,
  'array.unique': '{{#label}} stands twice in the list',
  'boolean.base': '{{#label}} must be true or false',
  'number.base': '{{#label}} must be a number',
  'number.infinity': '{{#label}} must be a number',
  'number.integer': '{{#label}} must be a whole number',
  'number.max': '{{#label}} must be at most {{#limit}}',
  'number.min': '{{#label}} must be at least {{#limit}}',
  'number.unsafe': '{{#label}} must be between -9007199254740991 and 9007199254740991',
  'object.base': '{{#label}} must be an object',
  'object.max': AT_MOST_ITEMS + FIELDS,
  'object.oxor': '{{#label}} must have at most one of: {{#peers}}',
  'object.missing': '{{#label}} must have one of: {{#peers}}',
  'object.unknown': '{{#label}} is not a field of this request',
  'object.xor': '{{#label}} must have only one of: {{#peers}}',
  'string.base': '{{#label}} must be text',
  'string.email': '{{#label}} must be an email address',
  'string.empty': '{{#label}} must not be empty',
  'string.max': AT_MOST_ITEMS + CHARACTERS,
  'string.min': AT_LEAST_ITEMS + CHARACTERS,
  'string.pattern.base': '{{#label}} is not written as it has to be',
  'string.trim': '{{#label}} must not begin or end with a space',
  'string.uri': '{{#label}} must be a URL',
  'string.uriCustomScheme': '{{#label}} must be a URL of another scheme',
};

/** The same as joi takes it, compiled once: doing that for each request at fault would be dearer than to check it. */
export const MESSAGES: joi.LanguageMessages = Object.fromEntries(
  Object.entries(WORDS).map(([code, words]) => [code, code === 'root' ? words : joi.expression(words)]),
);

/**
 * One wrong value may break several rules of its field, of which the first is told, as the others follow from it. Rules
 * between the fields of an object are told each.
 */
export function onePerField(faults: joi.ErrorReport[]): joi.ErrorReport[] {
  const seen = new Set<string>();
  return faults.filter(({ code, path }) => {
    if (code.startsWith('object.')) return true;
    const field = JSON.stringify(path);
    return !seen.has(field) && seen.add(field);
  });
}
