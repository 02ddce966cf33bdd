/** Checks an import against its files and the books: what it would bring, or every error, line by line. Only reads. */
import { refusal } from '../../core/errors.ts';
import { groupBy } from '../../core/group-by.ts';
import { localDateAt } from '../../core/local-date.ts';
import { MAX_AMOUNT_MINOR } from '../../core/money.ts';
import type { Queryable } from '../../db/connection.ts';
import { scopeColumns } from '../../db/model.ts';
import { listChartAccounts } from '../chart/index.ts';
import { getSettings, type SettingsRow } from '../cooperative/index.ts';
import { phoneReader, takenFields } from '../customers/index.ts';
import { loanApplications, loanProducts, type OpeningLoan } from '../loans/index.ts';
import type { ScopedContext } from '../platform/unit.ts';
import { savingsProducts, type SavingsProductRow } from '../savings/index.ts';
import { crossErrors } from './cross-check.rules.ts';
import { FILE_NAMES, type FileName, type FileTexts, type ImportError } from './files.rules.ts';
import type { ImportRow } from './import.model.ts';
import { totalsOf, type BookedAccount, type Totals } from './plan.rules.ts';
import { readFiles, type ImportLines } from './read-files.ts';
import { findTakenNumbers } from './taken.sql.ts';

export interface CheckedImport {
  settings: SettingsRow;
  lines: ImportLines;
  /** Products by what the lines call them. */
  products: ReadonlyMap<string, OpeningLoan['product']>;
  /** What members save on besides the default product, by what the lines call it. */
  savings_products: ReadonlyMap<string, SavingsProductRow>;
  accounts: readonly BookedAccount[];
  totals: Totals;
  /** In the order of the files and their lines. */
  errors: readonly ImportError[];
}

interface CheckReader extends ScopedContext {
  db: Queryable;
}

/** What was asked for. */
export type ImportContent = Pick<ImportRow, 'cut_over_date' | 'cash_on_hand_minor'> & { files: FileTexts };

/** @throws AppError PAYLOAD_TOO_LARGE, `kyc_required`, `sacco_not_set_up` */
export async function checkImport(
  { db, scope }: CheckReader,
  { files, cut_over_date, cash_on_hand_minor }: ImportContent,
): Promise<CheckedImport> {
  const settings = await getSettings(db, scope);
  refuseHighTier(settings);
  const today = localDateAt(scope.clock.now(), settings.utc_offset_minutes);
  const context = { today, cut_over_date, readPhone: await phoneReader(db, scope) };
  const { lines, errors } = await readFiles(files, context);
  const found: ImportError[] = [...errors, ...crossErrors(lines, loanApplications.MAX_GUARANTORS)];
  found.push(...(await takenErrors(db, scope, lines)));
  const products = await productsOf(db, scope, lines);
  found.push(...products.errors);
  const savings = await savingsProductsOf(db, scope, { lines, settings });
  found.push(...savings.errors);
  const accounts = await accountsOf(db, scope, { lines, settings });
  found.push(...accounts.errors);
  const totals = totalsOf(lines, accounts.booked, cash_on_hand_minor);
  if (
    found.length === 0 &&
    cash_on_hand_minor === 0n &&
    Object.values(lines).every((each) => each.length === 0)
  )
    found.push({
      file: 'members',
      line_no: 1,
      column: null,
      message: 'The files have no lines: nothing would be imported.',
    });
  if ([...totals.values()].some((sum) => sum > MAX_AMOUNT_MINOR || -sum > MAX_AMOUNT_MINOR))
    found.push({
      file: 'members',
      line_no: 1,
      column: null,
      message: 'The amounts together are more than 90071992547409.91.',
    });
  return {
    settings,
    lines,
    products: products.by_name,
    savings_products: savings.by_name,
    accounts: accounts.booked,
    totals,
    errors: inOrder(found),
  };
}

/** Approving an import verifies its members at the tier that needs no document. @throws AppError `kyc_required` */
export function refuseHighTier({ min_kyc_tier }: SettingsRow): void {
  if (min_kyc_tier > 1)
    throw refusal(
      'kyc_required',
      `Members need KYC tier ${min_kyc_tier} here, and an import brings them at tier 1. Lower "min_kyc_tier" for it.`,
    );
}

function inOrder(errors: readonly ImportError[]): ImportError[] {
  const place = ({ file }: ImportError): number => FILE_NAMES.indexOf(file);
  return errors.toSorted((a, b) => place(a) - place(b) || a.line_no - b.line_no);
}

const onLine =
  (file: FileName, column: string, message: string) =>
  ({ line_no }: { line_no: number }): ImportError => ({
    file,
    line_no,
    column,
    message: `"${column}" ${message}`,
  });

/** Numbers, phones and external references that somebody has already. */
async function takenErrors(
  db: Queryable,
  scope: ScopedContext['scope'],
  { members }: ImportLines,
): Promise<ImportError[]> {
  const numbers = members.map(({ member_no }) => member_no.toUpperCase());
  const taken = new Set(
    (await findTakenNumbers(db, { ...scopeColumns(scope), numbers })).map(({ number }) => number),
  );
  const { phones, external_refs } = await takenFields(db, scope, {
    phones: members.map(({ phone }) => phone),
    external_refs: members.flatMap(({ external_ref }) => external_ref ?? []),
  });
  const error = (column: string, message: string) => onLine('members', column, message);
  return [
    ...members
      .filter(({ member_no }) => taken.has(member_no.toUpperCase()))
      .map(error('member_no', 'is the number of a member already')),
    ...members
      .filter(({ phone }) => phones.has(phone))
      .map(error('phone', 'is the number of a customer already')),
    ...members
      .filter(({ external_ref }) => external_ref !== null && external_refs.has(external_ref))
      .map(error('external_ref', 'is that of a customer already')),
  ];
}

/** Products are named by their id, or by their name where one active product has it. */
async function productsOf(
  db: Queryable,
  scope: ScopedContext['scope'],
  { loans }: ImportLines,
): Promise<{ by_name: Map<string, OpeningLoan['product']>; errors: ImportError[] }> {
  const names = [...new Set(loans.map(({ product }) => product))];
  const known = names.length === 0 ? [] : await loanProducts.named(db, scope, names);
  const by_id = new Map(known.map((product) => [product.id, product]));
  const by_name = groupBy(
    known.filter(({ status }) => status === 'active'),
    ({ name }) => name,
  );
  const found = new Map<string, OpeningLoan['product']>();
  const errors: ImportError[] = [];
  for (const line of loans) {
    const { product: name, term_left } = line;
    if (name === '') continue;
    const named = by_name.get(name) ?? [];
    const product = by_id.get(name) ?? (named.length === 1 ? named[0] : undefined);
    if (!product)
      errors.push(
        onLine(
          'loans',
          'product',
          named.length > 1 ? 'names several products: write the id of one' : 'is no active loan product',
        )(line),
      );
    else if (product.status !== 'active') errors.push(onLine('loans', 'product', 'is retired')(line));
    else if (term_left > product.max_term)
      errors.push(onLine('loans', 'term_left', `is above the ${product.max_term} of the product`)(line));
    else found.set(name, product);
  }
  return { by_name: found, errors };
}

/** Savings of the default product are on the account that every member has; a fixed term cannot be brought along. */
async function savingsProductsOf(
  db: Queryable,
  scope: ScopedContext['scope'],
  { lines: { members, guarantors }, settings }: { lines: ImportLines; settings: SettingsRow },
): Promise<{ by_name: Map<string, SavingsProductRow>; errors: ImportError[] }> {
  const names = [...new Set(members.flatMap(({ savings_product }) => savings_product ?? []))];
  const known = names.length === 0 ? [] : await savingsProducts.named(db, scope, names);
  const by_name = new Map<string, SavingsProductRow>();
  const errors: ImportError[] = [];
  const pledging = new Set(guarantors.map(({ guarantor_no }) => guarantor_no));
  for (const line of members) {
    const { savings_product: name } = line;
    if (name === null) continue;
    const named = known.filter(
      (each) => each.status === 'active' && (each.id === name || each.name === name),
    );
    const [product] = named;
    const refuse = (message: string) => void errors.push(onLine('members', 'savings_product', message)(line));
    if (!product) refuse('is no active savings product');
    else if (named.length > 1) refuse('names several products: write the id of one');
    else if (product.kind === 'fixed')
      refuse('is a product of fixed terms, which begin with a deposit of their own');
    else if (product.currency !== settings.currency) refuse(`is a product in ${product.currency}`);
    else if (!product.counts_for_multiple && pledging.has(line.member_no))
      refuse('is a product whose savings cannot be pledged, and the member guarantees a loan');
    else if (product.id !== settings.savings_product_id) by_name.set(name, product);
  }
  return { by_name, errors };
}

/** Banks and general accounts. Everything else is counted from the other files, or by movements of its own. */
async function accountsOf(
  db: Queryable,
  scope: ScopedContext['scope'],
  { lines, settings }: { lines: ImportLines; settings: SettingsRow },
): Promise<{ booked: BookedAccount[]; errors: ImportError[] }> {
  if (lines.accounts.length === 0) return { booked: [], errors: [] };
  const by_code = groupBy(await listChartAccounts(db, scope), ({ code }) => code);
  const booked: BookedAccount[] = [];
  const errors: ImportError[] = [];
  for (const line of lines.accounts) {
    const { code, side, amount_minor } = line;
    const [account] = by_code.get(code) ?? [];
    const refuse = (column: string, message: string) =>
      void errors.push(onLine('accounts', column, message)(line));
    if (code === '') continue;
    if (!account) refuse('code', 'is no bank or general account of the chart');
    else if (!account.active) refuse('code', 'is an inactive account');
    else if (account.currency !== settings.currency) refuse('code', `is an account in ${account.currency}`);
    else if (account.kind === 'bank' && side === 'credit')
      refuse('credit', 'must be empty: a bank account is never overdrawn here');
    else booked.push({ kind: account.kind, owner: account.id, side, amount_minor });
  }
  return { booked, errors };
}
