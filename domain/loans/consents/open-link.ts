/** What a guarantor reads behind the link, before deciding. */
import { hashToken } from '../../../core/crypto.ts';
import { currencySchema, environmentSchema, moneyFields } from '../../../core/common-schemas.ts';
import { notFound } from '../../../core/errors.ts';
import { money } from '../../../core/money.ts';
import { dateTime, integer, resource, string, type Wire } from '../../../core/schema.ts';
import { getSettings } from '../../cooperative/index.ts';
import { SaccoEntry } from '../../movements/index.ts';
import type { Context } from '../../platform/context.ts';
import { readGuarantee, type GuaranteeView } from '../read-loan.ts';
import { LoanConsent, type ConsentRow } from './consent.model.ts';

const askedConsentSchema = resource('AskedConsent', 'What a guarantor is asked to answer for', {
  cooperative: string,
  environment: environmentSchema.describe('`test`: no real money'),
  full_name: string.describe("The guarantor's"),
  borrower_name: string,
  ...moneyFields('amount', 'loan_amount'),
  currency: currencySchema,
  term: integer.describe('In installments'),
  expires_at: dateTime,
});

export interface AskedConsent extends GuaranteeView {
  consent: ConsentRow;
  cooperative: string;
  /** Of the cooperative. */
  utc_offset_minutes: number;
}

/** By the token in the link alone. Reading uses nothing up. @throws AppError NOT_FOUND for unknown, used and expired ones alike */
export async function openLink({ db }: Context, token: string): Promise<AskedConsent> {
  const [found] = await LoanConsent.query(db)
    .where({ token_hash: hashToken(token), 'sacco_loan_consents.status': 'requested' })
    .withScope();
  if (!found || found.scope.clock.now() >= found.row.expires_at) throw notFound('link');
  const { row: consent, scope, project_name: cooperative } = found;
  const view = await readGuarantee(db, scope, consent);
  const entry = await SaccoEntry.query(db).findInScope(scope, view.loan.entry_id);
  if (entry.status !== 'awaiting_approval') throw notFound('link');
  const { utc_offset_minutes } = await getSettings(db, scope);
  return { ...view, consent, cooperative, utc_offset_minutes };
}

export function presentAsked({
  loan,
  guarantee,
  members,
  consent,
  cooperative,
}: AskedConsent): Wire<typeof askedConsentSchema> {
  return {
    cooperative,
    environment: loan.environment,
    full_name: members(guarantee.member_id)?.full_name ?? '',
    borrower_name: members(loan.member_id)?.full_name ?? '',
    ...money('amount', guarantee.amount_minor),
    ...money('loan_amount', loan.principal_minor),
    currency: loan.currency,
    term: loan.term,
    expires_at: consent.expires_at,
  };
}
