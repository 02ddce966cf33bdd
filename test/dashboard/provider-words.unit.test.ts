/** What providers name (fields of their configuration, why payments fail, the exports of theirs) has a text in every language. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { FAILURE_CODES } from '../../domain/payments/payment.rules.ts';
import { PROVIDERS } from '../../domain/payments/providers/index.ts';
import { PRESET_NAMES } from '../../domain/reconciliation/parsing/presets.ts';

const FIELDS = [
  ...new Set(Object.values(PROVIDERS).flatMap(({ credentials = [] }) => credentials.map(({ name }) => name))),
].toSorted();

type Group = 'credential' | 'credential_hint' | 'payment_failure' | 'statement_preset';
type Texts = Record<Group, Record<string, string>>;

function textsIn(language: string): Texts {
  const file = fileURLToPath(new URL(`../../dashboard/locales/${language}.later.json`, import.meta.url));
  return JSON.parse(readFileSync(file, 'utf8')) as Texts;
}

describe.each(['en', 'sw', 'am'])('in %s', (language) => {
  const { credential, credential_hint, payment_failure, statement_preset } = textsIn(language);

  test('every field has a label, and no label is of no field', () => {
    expect(Object.keys(credential).toSorted()).toEqual(FIELDS);
    expect(FIELDS).toEqual(expect.arrayContaining(Object.keys(credential_hint)));
  });

  test('one dialog never shows two fields under one label', () => {
    for (const { credentials = [] } of Object.values(PROVIDERS)) {
      const labels = credentials.map(({ name }) => credential[name]);
      expect(new Set(labels).size).toBe(labels.length);
    }
  });

  test('every reason of a failure is said', () => {
    expect(Object.keys(payment_failure).toSorted()).toEqual(FAILURE_CODES.toSorted());
  });

  test('every preset of a statement has a title', () => {
    expect(Object.keys(statement_preset).toSorted()).toEqual(PRESET_NAMES.toSorted());
  });
});
