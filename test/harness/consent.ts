/** Loans whose guarantors must consent, and what the guarantors were sent. */
import type { Reply } from './client.ts';
import { applyFor, newProduct, newSaver } from './lending.ts';
import { outboxOf, sendAll, setSender } from './messages.ts';
import { must } from './people.ts';
import type { Sacco } from './sacco.ts';
import type { TestService } from './service.ts';

export interface AskedLoan {
  id: string;
  approval_id: string;
  borrower: string;
  /** Member ids. */
  guarantors: string[];
}

/** A loan of 3000.00 that waits for its guarantors, who pledge 1000.00 each. */
export async function askedLoan(sacco: Sacco, count = 2): Promise<AskedLoan> {
  must(await setSender(sacco));
  const product_id = await newProduct(sacco, { guarantor_consent: 'required' });
  const borrower = await newSaver(sacco, 500_000);
  const guarantors: string[] = [];
  for (let n = 0; n < count; n++) guarantors.push(await newSaver(sacco, 150_000));
  const { body } = must(
    await applyFor(sacco, {
      product_id,
      member_id: borrower,
      amount_minor: 300_000,
      guarantors: guarantors.map((member_id) => ({ member_id, amount_minor: 100_000 })),
    }),
  );
  return { id: body.id, approval_id: body.approval_id, borrower, guarantors };
}

export interface Sent {
  /** Path of the link. */
  link: string;
  code: string;
}

/** What was last sent to a guarantor. */
export async function sentTo(service: TestService, sacco: Sacco, member_id: string): Promise<Sent> {
  await sendAll(service, sacco);
  const told = (await outboxOf(sacco, member_id)).filter(({ template }) => template === 'consent_request');
  return secretsIn(String(told.at(-1)?.text));
}

/** @param text of the message to a guarantor */
export function secretsIn(text: string): Sent {
  const [, link = ''] = /(\/consent\/ush_consent_[\w-]{24})/.exec(text) ?? [];
  const [, code = ''] = /\bcode (\d{6})\b/.exec(text) ?? [];
  return { link, code };
}

export const consentPath = (loan: AskedLoan, member_id: string): string =>
  `/api/v1/sacco/loans/${loan.id}/guarantors/${member_id}/consent`;

export function byCode(sacco: Sacco, loan: AskedLoan, member_id: string, body: object): Promise<Reply> {
  return sacco.maker.post(consentPath(loan, member_id), body);
}

/** By whoever opened the link. */
export async function byLink(service: TestService, link: string, decision: string): Promise<number> {
  const response = await fetch(service.url + link, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
    body: `decision=${decision}`,
  });
  await response.text();
  return response.status;
}

/** The statuses of a loan's guarantees. */
export async function pledgesOf(sacco: Sacco, { id }: AskedLoan): Promise<string[]> {
  const { body } = must(await sacco.maker.get(`/api/v1/sacco/loans/${id}`));
  return body.guarantors.map(({ status }: { status: string }) => status);
}
