/** Schemas of credential fields that several providers share. */
import joi from 'joi';

/** @param what completes the message "must be …" */
export function checkedText(is_right: (text: string) => boolean, what: string): joi.StringSchema {
  return joi
    .string()
    .custom((text: string, helpers) => (is_right(text) ? text : helpers.error('wrong')))
    .messages({ wrong: `{{#label}} must be ${what}` });
}

/** Text without spaces, which can be sent as a header. @param what completes the message "must be …" */
export function visibleText(what: string): joi.StringSchema {
  return checkedText((text) => /^[\x21-\x7e]+$/.test(text), what);
}
