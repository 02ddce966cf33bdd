/** Checks and masks a project's credentials of a provider. */
import joi from 'joi';
import { invalid, type ErrorDetail } from '../../../../core/errors.ts';
import { MESSAGES, onePerField } from '../../../../core/field-messages.ts';
import type { Environment } from '../../../../core/scope.ts';
import type { CredentialField, Provider } from '../provider.port.ts';

/** Longest value; a key in PEM has a few hundred characters. */
const MAX_CREDENTIAL = 8_000;
/** The last characters of a value this long may be shown: they identify it without revealing it. */
const SHOWN_FROM = 16;
const SHOWN_CHARACTERS = 4;

/**
 * @param given as a client sent it; a field that is null is as if it was not sent
 * @throws AppError VALIDATION_ERROR naming every field at fault, those that are missing too
 */
export function checkCredentials(
  { credentials = [], credentialRules = (schema) => schema }: Provider,
  given: Record<string, unknown>,
  environment: Environment,
): Record<string, string> {
  const fields = Object.fromEntries(
    credentials.map(({ name, schema }) => [name, schema.trim().max(MAX_CREDENTIAL)]),
  );
  const present = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
  const { value, error } = joi
    .object({ credentials: credentialRules(joi.object(fields)) })
    .error(onePerField)
    .validate({ credentials: present }, { abortEarly: false, messages: MESSAGES, context: { environment } });
  if (error) throw invalid(error.details.flatMap(faultsIn));
  return (value as { credentials: Record<string, string> }).credentials;
}

/** Of fields that are required together, each missing one is named. */
function faultsIn({ type, path, message, context }: joi.ValidationErrorItem): ErrorDetail[] {
  if (type !== 'object.and') return [{ path: path.join('.'), message }];
  const { missing, present } = context as { missing: string[]; present: string[] };
  return missing.map((name) => {
    const field = [...path, name].join('.');
    return { path: field, message: `"${field}" is required together with ${present.join(' and ')}` };
  });
}

export function isOptional({ schema }: CredentialField): boolean {
  const { flags } = schema.describe() as { flags?: { presence?: string } };
  return flags?.presence !== 'required';
}

/** Whether anything must be entered before a project can use the provider. */
export function needsCredentials({ credentials = [] }: Pick<Provider, 'credentials'>): boolean {
  return credentials.some((field) => !isOptional(field));
}

/** Credentials as they may be shown. */
export function maskCredentials(
  fields: readonly CredentialField[],
  credentials: Record<string, string>,
): Record<string, string> {
  return Object.fromEntries(
    fields
      .filter(({ name }) => credentials[name] !== undefined)
      .map(({ name, open }) => {
        const value = credentials[name] as string;
        return [name, open ? value : maskOf(value)];
      }),
  );
}

/** At most the last characters; nothing of a short value, or of a PEM, whose end is the same for all. */
function maskOf(value: string): string {
  const shown =
    value.length >= SHOWN_FROM && !value.startsWith('-----') ? value.slice(-SHOWN_CHARACTERS) : '';
  return `••••${shown}`;
}
