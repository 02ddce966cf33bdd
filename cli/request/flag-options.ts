/** The flags of a command: the fields of the query and the body of its operation, with dashes. */
import { InvalidArgumentError, Option } from 'commander';
import { parseMajor } from './amount.rules.ts';
import type { FieldFacts, OperationFacts } from '../operation-facts.ts';

/** Shorter names of fields. */
const FLAG_NAMES: Record<string, string> = { debit_account_id: 'debit', credit_account_id: 'credit' };

/** Fields that are flags of every command. */
const GLOBAL_FIELDS = new Set(['environment']);

/** `customer_phone` → `customer-phone` */
export function flagName(field: string): string {
  return (FLAG_NAMES[field] ?? field).replaceAll('_', '-');
}

/** Commander's key of the flag: `customerPhone`. */
export function optionKey(field: string): string {
  return flagName(field).replace(/-([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase());
}

/** @param left_out fields that the command fills in another way */
export function optionsOf(facts: OperationFacts, left_out: readonly string[]): Option[] {
  return [
    ...fieldsOf(facts)
      .filter(({ name }) => !GLOBAL_FIELDS.has(name) && !left_out.includes(name))
      .flatMap(optionOf),
    ...(facts.amount === null ? [] : AMOUNT_OPTIONS()),
    ...(facts.idempotency === 'none'
      ? []
      : [
          new Option('--idempotency-key <key>', 'a repeat with the same key is done once; random by default'),
        ]),
    ...(facts.body.length > 0 || facts.amount !== null
      ? [new Option('--data <json>', 'the whole body: JSON, @file or - for stdin; flags win over it')]
      : []),
    ...(facts.page === null ? [] : [new Option('--all', 'every page')]),
  ];
}

export function fieldsOf({ query, body }: OperationFacts): FieldFacts[] {
  return [...query, ...body.filter(({ name }) => !query.some((each) => each.name === name))];
}

const AMOUNT_OPTIONS = (): Option[] => [
  new Option('--amount <amount>', 'major units: 150, 150.5 or 150.00'),
  new Option('--amount-minor <integer>', 'the same in minor units (hundredths): 15000'),
];

function optionOf(field: FieldFacts): Option[] {
  const { name, type, choices, required, description = '' } = field;
  const flag = `--${flagName(name)}`;
  const about = [description.replaceAll('`', ''), required ? 'required' : ''].filter(Boolean).join('; ');
  switch (type) {
    case 'boolean':
      return [new Option(flag, about), new Option(`--no-${flagName(name)}`, 'the opposite')];
    case 'integer':
      return [new Option(`${flag} <integer>`, about).argParser((text) => readInteger(field, text))];
    case 'array':
      return [field.of_objects && name !== 'guarantors' ? jsonOption(flag, about) : listOption(field, about)];
    case 'object':
      return [
        name === 'metadata'
          ? new Option(`${flag} <key=value>`, `${about}; can be repeated`).argParser(readPair)
          : jsonOption(flag, about),
      ];
    default: {
      const option = new Option(`${flag} <${choices ? 'choice' : valueName(name)}>`, about);
      return [choices ? option.choices(choices) : option];
    }
  }
}

function jsonOption(flag: string, about: string): Option {
  return new Option(`${flag} <json>`, [about, 'JSON, @file or - for stdin'].filter(Boolean).join('; '));
}

function valueName(field: string): string {
  if (/^(from|to|.*_(on|start|end)|date_.*)$/.test(field)) return 'date';
  return field.endsWith('_id') ? 'id' : 'text';
}

function listOption({ name, choices }: FieldFacts, about: string): Option {
  if (name === 'guarantors')
    return new Option('--guarantor <member=amount>', 'who guarantees how much: mem_…=150.00; can be repeated')
      .argParser(readGuarantor)
      .default(undefined);
  const option = new Option(`--${flagName(name)} <a,b>`, about);
  return option.argParser((text: string, before: string[] | undefined) => {
    const values = text.split(',').map((each) => each.trim());
    for (const value of values)
      if (choices && !choices.includes(value))
        throw new InvalidArgumentError(`"${value}" is not one of: ${choices.join(', ')}.`);
    return [...(before ?? []), ...values];
  });
}

function readInteger({ name, nullable }: FieldFacts, text: string): number | null {
  if (nullable && text === 'null') return null;
  const value = /^-?\d{1,16}$/.test(text) ? Number(text) : NaN;
  if (!Number.isSafeInteger(value)) throw new InvalidArgumentError('It must be an integer.');
  if (name === 'limit' && (value < 1 || value > 1_000))
    throw new InvalidArgumentError('It must be from 1 to 1000.');
  return value;
}

/** Splits at the first `=`. @throws InvalidArgumentError without one */
export function pairOf(text: string): [name: string, value: string] {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('It must be name=value.');
  return [text.slice(0, at), text.slice(at + 1)];
}

function readPair(text: string, before: Record<string, string> = {}): Record<string, string> {
  const [name, value] = pairOf(text);
  return { ...before, [name]: value };
}

function readGuarantor(text: string, before: object[] = []): object[] {
  const [member_id, amount] = pairOf(text);
  const amount_minor = parseMajor(amount);
  if (amount_minor === null) throw new InvalidArgumentError(`"${amount}" is not an amount like 150.00.`);
  return [...before, { member_id, amount_minor }];
}
