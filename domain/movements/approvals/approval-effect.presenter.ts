/** An approval as whoever is to decide on it sees it: with what approving it would do. */
import { moneyFields, nullableMoneyFields, reasonSchema } from '../../../core/common-schemas.ts';
import { money, moneyOrNull } from '../../../core/money.ts';
import { arrayOf, boolean, dateTime, object, resource, string, type Wire } from '../../../core/schema.ts';
import type { Queryable } from '../../../db/connection.ts';
import { accountSummarySchema } from '../../chart/index.ts';
import { memberSummarySchema, presentMemberSummary } from '../../cooperative/index.ts';
import { accountKindSchema } from '../../ledger/index.ts';
import type { AccountEffect } from '../movement.ts';
import type { ApprovalDetails, ApprovalEffect } from './approval-effect.ts';
import { approvalFields, presentApproval } from './approval.presenter.ts';

const effectSchema = resource(
  'ApprovalEffect',
  'What approving a request would do at this moment. Reading it moves nothing',
  {
    computed_at: dateTime,
    carries_out: boolean.describe('Whether approving it now would book it'),
    accounts: arrayOf(
      object({
        kind: accountKindSchema,
        member_no: string
          .nullable()
          .describe("Null of the SACCO's own account, and of all accounts of a kind together"),
        savings_account_id: string.describe('Of savings: which account').optional(),
        member: memberSummarySchema.nullable().describe('Whose account it is'),
        account: accountSummarySchema.describe('Which one, where it is a bank or general account').optional(),
        till: string.describe('The name of the till, where it is cash of one').optional(),
        ...moneyFields('balance_before', 'balance_after', 'available_after'),
      }),
    ).describe('What changes; nothing where it cannot be carried out'),
    changes: arrayOf(object({ field: string, from: string.nullable(), to: string.nullable() })).describe(
      'Other values that change, such as a role or a threshold; null: none',
    ),
    warnings: arrayOf(
      object({
        code: reasonSchema,
        blocking: boolean.describe('Approved now, it would fail with this reason'),
        message: string,
        ...nullableMoneyFields('short'),
      }),
    ),
  },
);

export const approvalDetailsSchema = resource(
  'ApprovalDetails',
  'What one person asked for, and what approving it would do',
  {
    ...approvalFields,
    may_decide: boolean.describe('Whether the caller may approve or reject it now'),
    effect: effectSchema.nullable().describe('Null once it is decided'),
  },
);

export async function presentApprovalDetails(
  db: Queryable,
  { approval, may_decide, effect }: ApprovalDetails,
): Promise<Wire<typeof approvalDetailsSchema>> {
  const presented = await presentApproval(db, approval);
  return { ...presented, may_decide, effect: effect && presentEffect(effect) };
}

function presentMember({
  id,
  ...named
}: NonNullable<AccountEffect['member']>): ReturnType<typeof presentMemberSummary> {
  return presentMemberSummary({ member_id: id, ...named });
}

function presentEffect({
  computed_at,
  carries_out,
  accounts,
  changes,
  warnings,
}: ApprovalEffect): Wire<typeof effectSchema> {
  return {
    computed_at,
    carries_out,
    accounts: accounts.map((each) => ({
      kind: each.kind,
      member_no: each.member?.member_no ?? null,
      member: each.member && presentMember(each.member),
      ...(each.savings_account_id === undefined ? {} : { savings_account_id: each.savings_account_id }),
      ...(each.account ? { account: each.account } : {}),
      ...(each.till === undefined ? {} : { till: each.till }),
      ...money('balance_before', each.balance_before_minor),
      ...money('balance_after', each.balance_after_minor),
      ...money('available_after', each.available_after_minor),
    })),
    changes,
    warnings: warnings.map(({ code, blocking, message, short_minor }) => ({
      code,
      blocking,
      message,
      ...moneyOrNull('short', short_minor),
    })),
  };
}
