/** Templates of messages as clients see them, with a preview. */
import {
  arrayOf,
  boolean,
  dateTime,
  integer,
  object,
  oneOf,
  resource,
  string,
  type Wire,
} from '../../../core/schema.ts';
import { LANGUAGES } from '../languages.rules.ts';
import { segmentsOf } from '../segments.rules.ts';
import type { TemplateView } from './templates.ts';
import { defaultWording } from './default-wording.ts';
import { EXAMPLE_VALUES, fillIn, TEMPLATES, variablesOf } from './templates.rules.ts';

export const templateSchema = resource(
  'NotificationTemplate',
  'What messages of one kind say in one language',
  {
    template: oneOf(TEMPLATES),
    language: oneOf(LANGUAGES),
    text: string,
    subject: string.describe('Of e-mails'),
    variables: arrayOf(string).describe('Each is written in double braces: `{{amount}}`'),
    is_default: boolean.describe('Whether the cooperative has not written its own text'),
    default_text: string.describe('What it says unless the cooperative has its own text'),
    preview: object({
      text: string,
      subject: string,
      encoding: oneOf(['gsm7', 'ucs2']).describe('`ucs2` where a character is not in the GSM alphabet'),
      segments: integer.describe('The parts in which the SMS is sent'),
    }).describe('With example values'),
    updated_at: dateTime.nullable(),
  },
);

export function presentTemplate({
  template,
  language,
  text,
  subject,
  updated_at,
}: TemplateView): Wire<typeof templateSchema> {
  const filled = fillIn(text, EXAMPLE_VALUES);
  return {
    template,
    language,
    text,
    subject,
    variables: variablesOf(template),
    is_default: updated_at === null,
    default_text: defaultWording(template, language).text,
    preview: { text: filled, subject: fillIn(subject, EXAMPLE_VALUES), ...segmentsOf(filled) },
    updated_at,
  };
}
