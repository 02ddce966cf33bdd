/** The body of a request to a gateway: JSON or a form with {{to}}, {{text}} and {{id}} in its values. Pure. */
import { readJsonObject } from '../../../core/json.ts';
import type { OutboundBody } from '../../../core/http-client.ts';

type Values = Readonly<Record<'to' | 'text' | 'id', string>>;

const PLACEHOLDER = /\{\{\s*(to|text|id)\s*\}\}/g;

/** Whether a message would say to whom it goes and what. */
export function hasPlaceholders(template: string): boolean {
  const mark = (name: string): string => `<${name}>`;
  const probe = bodyOf(template, { to: mark('to'), text: mark('text'), id: mark('id') });
  const values = 'json' in probe ? probe.json : Object.values(probe.form).join(' ');
  return values.includes(mark('to')) && values.includes(mark('text'));
}

/** Values are escaped as the format wants: a text can never add a field. */
export function bodyOf(template: string, values: Values): OutboundBody {
  const fill = (text: string, escape: (value: string) => string): string =>
    text.replaceAll(PLACEHOLDER, (_found, name: keyof Values) => escape(values[name]));
  if (readJsonObject(template) !== null)
    return { json: fill(template, (value) => JSON.stringify(value).slice(1, -1)) };
  const form = [...new URLSearchParams(template)].map(([name, value]) => [name, fill(value, (each) => each)]);
  return { form: Object.fromEntries(form) as Record<string, string> };
}
