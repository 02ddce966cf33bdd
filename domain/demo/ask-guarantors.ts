/** Loans that wait for their guarantors: one has signed the form, one has declined, and the others were asked by message. */
import { guarantorConsents, listLoans, loanProducts, readLoan } from '../loans/index.ts';
import { guaranteePdf } from '../papers/index.ts';
import { attempt, type Filling } from './filling.ts';
import { CONSENT_PRODUCT } from './found-sacco.ts';
import { applyFirstPossible } from './lend-month.ts';
import { upload } from './upload-files.ts';

/** A page holds them all. */
const APPLIED = 200;

/** @param members ids, in their order */
export async function askGuarantors(filling: Filling, members: readonly string[]): Promise<void> {
  await applyFirstPossible(filling, members, 'asks guarantors', CONSENT_PRODUCT);
  await applyFirstPossible(filling, members, 'asks other guarantors', CONSENT_PRODUCT);
  const { ctx, scope } = filling;
  const [product] = await loanProducts.named(ctx.db, scope, [CONSENT_PRODUCT]);
  const { items } = await listLoans(ctx.db, scope, { status: 'applied', limit: APPLIED });
  const [signed, declined] = items.flatMap(({ loan }) => (loan.product_id === product?.id ? [loan.id] : []));
  if (signed !== undefined) await sign(filling, signed);
  if (declined !== undefined) await decline(filling, declined);
}

async function firstGuarantor({ ctx, scope }: Filling, loan_id: string): Promise<string | null> {
  const { guarantees } = await readLoan(ctx.db, scope, loan_id);
  const [first] = guarantees;
  return first?.status === 'requested' ? first.member_id : null;
}

/** With the form that the service prints. */
async function sign(filling: Filling, loan_id: string): Promise<void> {
  const { ctx, scope, checker } = filling;
  const member_id = await firstGuarantor(filling, loan_id);
  if (member_id === null) return;
  const which = { loan_id, member_id };
  const server_url = ctx.config.public_url ?? 'http://localhost';
  const content = await guaranteePdf({ ctx, scope }, which, { language: 'en', server_url });
  const file_id = await upload(filling, { purpose: 'signed_form', name: 'guarantee.pdf', content });
  const memo = 'Came to the office and signed the form';
  await attempt(() => guarantorConsents.decide(checker, which, { decision: 'consent', memo, file_id }));
}

async function decline(filling: Filling, loan_id: string): Promise<void> {
  const member_id = await firstGuarantor(filling, loan_id);
  if (member_id === null) return;
  const memo = 'Answers for a loan of her sister already';
  await attempt(() =>
    guarantorConsents.decide(filling.checker, { loan_id, member_id }, { decision: 'decline', memo }),
  );
}
