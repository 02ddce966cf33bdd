/** The texts of messages: ours, until the cooperative writes its own. */
import { invalid } from '../../../core/errors.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Queryable } from '../../../db/connection.ts';
import { scopeColumns } from '../../../db/model.ts';
import { audit } from '../../platform/audit/audit.ts';
import { inTransaction, type Caller } from '../../platform/unit.ts';
import { LANGUAGES, type Language } from '../languages.rules.ts';
import { NotificationTemplate, type TemplateRow } from './template.model.ts';
import { defaultWording } from './default-wording.ts';
import {
  secretsIn,
  strayBraces,
  TEMPLATES,
  unknownVariables,
  variablesOf,
  type Template,
  type Wording,
} from './templates.rules.ts';

export interface TemplateView extends Wording {
  template: Template;
  language: Language;
  /** Null: it is ours. */
  updated_at: Date | null;
}

export interface TemplateChange {
  text: string;
  subject?: string | null;
  /** Nothing is stored: what the template would be. */
  dry_run?: boolean;
}

/** Every template in every language. */
export async function listTemplates(
  db: Queryable,
  scope: Scope,
  { template, language }: { template?: Template | undefined; language?: Language | undefined },
): Promise<TemplateView[]> {
  const rows = await NotificationTemplate.query(db)
    .inScope(scope)
    .whereGiven('template', template)
    .whereGiven('language', language);
  const written = new Map(rows.map((row) => [`${row.template} ${row.language}`, row]));
  return TEMPLATES.filter((each) => template === undefined || each === template).flatMap((each) =>
    LANGUAGES.filter((one) => language === undefined || one === language).map((one) =>
      viewOf(each, one, written.get(`${each} ${one}`)),
    ),
  );
}

function viewOf(
  template: Template,
  language: Language,
  row: Pick<TemplateRow, 'text' | 'subject' | 'updated_at'> | undefined,
): TemplateView {
  const ours = defaultWording(template, language);
  if (!row) return { template, language, ...ours, updated_at: null };
  return {
    template,
    language,
    text: row.text,
    subject: row.subject ?? ours.subject,
    updated_at: row.updated_at,
  };
}

export async function getTemplate(
  db: Queryable,
  scope: Scope,
  template: Template,
  language: Language,
): Promise<TemplateView> {
  const row = await NotificationTemplate.query(db).inScope(scope).where({ template, language }).first();
  return viewOf(template, language, row);
}

/** Messages that are queued keep their text. @throws AppError VALIDATION_ERROR naming each variable and brace at fault */
export async function putTemplate(
  caller: Caller,
  { template, language }: { template: Template; language: Language },
  { text, subject = null, dry_run = false }: TemplateChange,
): Promise<TemplateView> {
  const faults = [
    ...faultsIn(template, 'text', text),
    ...(template === 'consent_request' ? withoutSecret(text) : []),
    ...(subject === null ? [] : [...faultsIn(template, 'subject', subject), ...withSecrets(subject)]),
  ];
  if (faults.length > 0) throw invalid(faults);
  const updated_at = caller.scope.clock.now();
  if (dry_run) return viewOf(template, language, { text, subject, updated_at });
  return inTransaction(caller, async (unit) => {
    const { trx, scope } = unit;
    const key = { ...scopeColumns(scope), template, language };
    const values = { text, subject, updated_at };
    await NotificationTemplate.query(trx)
      .insert({ ...key, ...values })
      .onConflict(Object.keys(key))
      .merge(Object.keys(values));
    await audit(unit, 'notification_template.changed', `${template}/${language}`, { text, subject });
    return viewOf(template, language, values);
  });
}

interface Fault {
  path: 'text' | 'subject';
  message: string;
}

function faultsIn(template: Template, path: Fault['path'], text: string): Fault[] {
  const known = variablesOf(template)
    .map((each) => `{{${each}}}`)
    .join(', ');
  return [
    ...unknownVariables(template, text).map((name) => ({
      path,
      message: `{{${name}}} is no variable of this template. It has ${known}.`,
    })),
    ...strayBraces(text).map((brace) => ({
      path,
      message: `"${brace}" belongs to no variable: write each in two braces on both sides, as {{name}}.`,
    })),
  ];
}

/** Whoever is asked for consent needs a way to answer. */
function withoutSecret(text: string): Fault[] {
  if (secretsIn(text).length > 0) return [];
  const message = 'The text must have {{link}} or {{code}}: without them nobody can decide.';
  return [{ path: 'text', message }];
}

/** Subjects of e-mails are shown on locked screens, and stored in clear. */
function withSecrets(subject: string): Fault[] {
  return secretsIn(subject).map((name) => ({
    path: 'subject',
    message: `{{${name}}} is a secret, and stands in the text alone: a subject is read by others, too.`,
  }));
}
