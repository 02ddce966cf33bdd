/**
 * Asks guarantors for their consent: each gets a link and a code of their own, which are kept sealed and never shown. The message and
 * the event are written in the transaction that stores the asking.
 */
import { randomBytes, randomInt } from 'node:crypto';
import { hashToken } from '../../../core/crypto.ts';
import { currencySchema, moneyFields } from '../../../core/common-schemas.ts';
import { newIdAt } from '../../../core/ids.ts';
import { HOUR_MS, localMinuteAt } from '../../../core/local-date.ts';
import { money, type Currency } from '../../../core/money.ts';
import { secretMark } from '../../../core/secret-mark.ts';
import { dateTime, resource, string, type Wire } from '../../../core/schema.ts';
import { insertAll } from '../../../db/insert-many.ts';
import { scopeColumns } from '../../../db/model.ts';
import { expectOne } from '../../../db/rows.ts';
import { getSettings, type NamedMember } from '../../cooperative/index.ts';
import { amountText, queueMessages } from '../../messages/index.ts';
import type { ScopedUnit } from '../../platform/unit.ts';
import { recordEvents } from '../../webhooks/index.ts';
import { sealContext } from './consent.ts';
import { LoanConsent, type ConsentRow } from './consent.model.ts';
import { CODE_DIGITS, CONSENT_HOURS } from './consent.rules.ts';
import { readDatabaseTime, readVerifiedPhones } from './consent.sql.ts';

/** Twice as many bits as anybody could try, in a link that fits a message. */
const TOKEN_BYTES = 18;
export const TOKEN_PREFIX = 'ush_consent_';

export interface AskedLoan {
  loan_id: string;
  principal_minor: bigint;
  currency: Currency;
  borrower: Pick<NamedMember, 'full_name'>;
  /** Where the link leads. */
  server_url: string;
}

export interface AskedGuarantor {
  member: Pick<NamedMember, 'id' | 'full_name'>;
  amount_minor: bigint;
}

export interface Secrets {
  link: string;
  code: string;
}

interface Asking {
  row: ConsentRow;
  guarantor: AskedGuarantor;
  secrets: Secrets;
}

export const consentRequestSchema = resource(
  'ConsentRequest',
  'A guarantor is asked for consent. `link` and `code` are sent, and masked wherever the event is shown',
  {
    loan_id: string,
    member_id: string,
    full_name: string,
    phone: string.nullable().describe('Null: there is none, or it was changed and not verified since'),
    borrower_name: string,
    ...moneyFields('amount', 'loan_amount'),
    currency: currencySchema,
    link: string,
    code: string,
    expires_at: dateTime,
  },
);

/** @throws AppError `encryption_key_missing` */
export async function askGuarantors(
  unit: ScopedUnit,
  loan: AskedLoan,
  guarantors: readonly AskedGuarantor[],
): Promise<void> {
  const { trx, scope } = unit;
  const { utc_offset_minutes } = await getSettings(trx, scope);
  const { now_us } = expectOne(await readDatabaseTime(trx, {}));
  const askings = guarantors.map((guarantor, i) =>
    newAsking(unit, loan, { ...guarantor, id: newIdAt('consent', now_us, i) }),
  );
  await insertAll(
    trx,
    LoanConsent.tableName,
    askings.map(({ row }) => ({ ...row })),
  );
  const phones = await readVerifiedPhones(trx, { member_ids: guarantors.map(({ member }) => member.id) });
  const phoneOf = new Map(phones.map(({ member_id, phone }) => [member_id, phone]));
  await recordEvents(
    unit,
    askings.map((asking) => ({
      scope,
      type: 'guarantor.consent_requested' as const,
      row: asking,
      secrets: { values: { ...asking.secrets }, kept_ms: CONSENT_HOURS * HOUR_MS },
    })),
    (rows) => rows.map((asking) => presentRequest(loan, asking, phoneOf.get(asking.row.member_id) ?? null)),
  );
  await queueMessages(
    unit,
    askings.map(({ row, guarantor, secrets }) => ({
      scope,
      member_id: row.member_id,
      template: 'consent_request' as const,
      cause: row.id,
      variables: {
        borrower_name: loan.borrower.full_name,
        amount: amountText(guarantor.amount_minor, loan.currency),
        loan_amount: amountText(loan.principal_minor, loan.currency),
        expires_at: localMinuteAt(row.expires_at, utc_offset_minutes),
        ...secrets,
      },
    })),
  );
}

function newAsking(
  { ctx, scope }: ScopedUnit,
  { loan_id, server_url }: AskedLoan,
  { id, ...guarantor }: AskedGuarantor & Pick<ConsentRow, 'id'>,
): Asking {
  const token = TOKEN_PREFIX + randomBytes(TOKEN_BYTES).toString('base64url');
  const secrets: Secrets = {
    link: `${server_url}/consent/${token}`,
    code: String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0'),
  };
  const requested_at = scope.clock.now();
  const row: ConsentRow = {
    id,
    ...scopeColumns(scope),
    loan_id,
    member_id: guarantor.member.id,
    token_hash: hashToken(token),
    secrets_sealed: ctx.secrets.seal(JSON.stringify(secrets), sealContext({ id })),
    attempts: 0,
    status: 'requested',
    requested_at,
    expires_at: new Date(requested_at.getTime() + CONSENT_HOURS * HOUR_MS),
    method: null,
    decided_at: null,
    decided_by_type: null,
    decided_by_id: null,
    memo: null,
    file_id: null,
    follows_id: null,
  };
  return { row, guarantor, secrets };
}

function presentRequest(
  { borrower, principal_minor, currency }: AskedLoan,
  { row, guarantor }: Asking,
  phone: string | null,
): Wire<typeof consentRequestSchema> {
  return {
    loan_id: row.loan_id,
    member_id: row.member_id,
    full_name: guarantor.member.full_name,
    phone,
    borrower_name: borrower.full_name,
    ...money('amount', guarantor.amount_minor),
    ...money('loan_amount', principal_minor),
    currency,
    link: secretMark('link'),
    code: secretMark('code'),
    expires_at: row.expires_at,
  };
}
