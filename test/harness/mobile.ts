/** Members to whose phones money is sent, what providers hold to send it from, and what becomes of it. */
import { payouts } from '../../domain/payments/index.ts';
import { approvedMovement, bank, newAccount } from './banks.ts';
import type { Reply } from './client.ts';
import { decide } from './lending.ts';
import { customerBody, must, newPhone, type Project } from './people.ts';
import { createSacco, moving, type Sacco } from './sacco.ts';
import type { TestService } from './service.ts';

/** The last digits of a phone decide what the sandbox says of a payout to it. */
export const SENT = '789';
export const REFUSED = '029';

/** A cooperative that may send money by the sandbox and by hand, of which providers hold so much. */
export async function sendingSacco(
  service: TestService,
  { float_minor = 1_000_000, ...settings }: { float_minor?: number } & Record<string, unknown> = {},
): Promise<Sacco> {
  const sacco = await createSacco(service, settings);
  for (const provider of ['sandbox', 'manual']) await allowPayouts(sacco.project, provider);
  await newAccount(sacco, '1100');
  if (float_minor > 0) await fund(sacco, float_minor);
  return sacco;
}

/** What a member paid into the bank is brought to the providers. */
async function fund(sacco: Sacco, amount_minor: number): Promise<void> {
  const member = await newPayee(sacco, 0);
  const of_bank = { from: 'bank', account: '1100', reference: 'TT' };
  must(await sacco.maker.post(`/api/v1/sacco/members/${member}/deposits`, moving(amount_minor, of_bank)));
  const banked = await approvedMovement(
    sacco,
    bank(sacco, 'bank_to_provider', { account: '1100', amount_minor }),
  );
  if (banked.status !== 'posted') throw new Error(`the providers were not funded: ${banked.error}`);
}

export async function allowPayouts(
  { id, owner }: Pick<Project, 'id' | 'owner'>,
  provider: string,
  more: object = {},
): Promise<void> {
  must(
    await owner.client.put(`/api/projects/${id}/providers/${provider}/payouts`, {
      environment: 'test',
      enabled: true,
      max_minor: null,
      daily_max_minor: null,
      approval_above_minor: null,
      ...more,
    }),
  );
}

/** A member with so much in savings, whose phone ends so. */
export async function newPayee(sacco: Sacco, savings_minor: number, phone_end = SENT): Promise<string> {
  const { key } = sacco.project;
  const phone = newPhone('+2547', phone_end);
  const { body: customer } = must(await key.post('/api/v1/customers', customerBody({ phone })));
  must(await key.post(`/api/v1/customers/${customer.id}/kyc`, { decision: 'approve', tier: 1 }));
  const { body: member } = must(await key.post('/api/v1/sacco/members', { customer_id: customer.id }));
  if (savings_minor > 0)
    must(await sacco.maker.post(`/api/v1/sacco/members/${member.id}/deposits`, moving(savings_minor)));
  return member.id;
}

/** The maker's request to send so much to the member. */
export function withdrawToPhone(
  { maker }: Pick<Sacco, 'maker'>,
  member: string,
  amount_minor: number,
  more: object = {},
): Promise<Reply> {
  const body = moving(amount_minor, { to: 'mobile', provider: 'sandbox', ...more });
  return maker.post(`/api/v1/sacco/members/${member}/withdrawals`, body);
}

/** Takes the next step of the entry's payout, as the job does. @returns the entry as it then is */
export async function processPayout(
  service: TestService,
  { maker }: Pick<Sacco, 'maker'>,
  entry_id: string,
): Promise<Reply['body']> {
  const { body } = must(await maker.get(`/api/v1/sacco/entries/${entry_id}`));
  await payouts.process(service.ctx, body.payout_id);
  return must(await maker.get(`/api/v1/sacco/entries/${entry_id}`)).body;
}

/** The maker says how a payout ended that is made by hand, and the checker confirms it. */
export async function markPayout(sacco: Sacco, payout_id: string, status: string): Promise<void> {
  const marking = { status, note: 'as the slip says' };
  const { body } = must(await sacco.maker.post(`/api/v1/payouts/${payout_id}/mark`, marking));
  must(await decide(sacco, body.approval_id));
}

/** What providers hold for the cooperative, and what of it is not on hold. */
export async function floatOf({
  project,
}: Pick<Sacco, 'project'>): Promise<{ held: number; available: number }> {
  const { body } = must(await project.key.get('/api/v1/ledger/accounts?kind=provider_clearing'));
  const [account] = body.accounts;
  return { held: account?.balance_minor ?? 0, available: account?.available_minor ?? 0 };
}
