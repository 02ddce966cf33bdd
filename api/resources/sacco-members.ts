/** Members of the SACCO: who they are, their states, their statements. */
import joi from 'joi';
import { MAX_LIMIT } from '../../db/page.ts';
import {
  joinMember,
  listMembers,
  MEMBER_STATUSES,
  presentMember,
  presentStatement,
  readMember,
  readStatement,
  setMemberStatus,
  statementCsv,
  type JoinRequest,
  type MemberFilter,
  type StatementRequest,
} from '../../domain/sacco/index.ts';
import { id, limit, localDate, pageFields, text } from '../fields.ts';
import { SCOPED, created, listOf, ok, route } from '../http/route.ts';
import {
  arrayOf,
  boolean,
  dateTime,
  moneyFields,
  nullable,
  object,
  oneOf,
  pageOf,
  string,
} from '../openapi/schemas.ts';

const tag = 'SACCO';

const memberShape = {
  id: string,
  member_no: string,
  customer_id: string,
  full_name: string,
  phone: nullable(string),
  status: oneOf(MEMBER_STATUSES),
  ...moneyFields('shares', 'savings', 'savings_available'),
  entrance_fee_paid: boolean,
  joined_at: dateTime,
};
const member = object(memberShape);
const joined = object({ ...memberShape, replayed: boolean });
const statement = object({
  member_id: string,
  member_no: string,
  from: string,
  to: string,
  currency: string,
  accounts: arrayOf(
    object({
      kind: string,
      ...moneyFields('opening_balance'),
      movements: arrayOf(
        object({
          date: string,
          entry_id: string,
          kind: string,
          description: string,
          ...moneyFields('amount', 'balance_after'),
        }),
      ),
      ...moneyFields('closing_balance'),
    }),
  ),
  next_after: nullable(string),
});
const ofMember = { member: 'member' } as const;

export const memberRoutes = [
  route<'book', object, JoinRequest>({
    method: 'POST',
    path: '/api/v1/sacco/members',
    tag,
    summary: 'A customer becomes a member',
    access: SCOPED,
    errors: ['NOT_FOUND'],
    body: joi.object({
      customer_id: id('customer').required(),
      pay_entrance_fee: joi.boolean().default(false),
      member_no: joi
        .string()
        .pattern(/^[A-Za-z0-9][A-Za-z0-9/_-]{0,31}$/)
        .messages({
          'string.pattern.base': '{{#label}} must be 1 to 32 letters, digits, "-", "_" or "/"',
        }),
    }),
    responses: {
      200: { description: 'The customer is a member already', schema: joined },
      201: { description: 'The member', schema: joined },
    },
    handle: async ({ ctx, scope, actor: by, body }) => {
      const { member: row, replayed } = await joinMember(ctx, scope, by, body);
      const shown = { ...presentMember(row), replayed };
      return replayed ? ok(shown) : created(shown);
    },
  }),
  route<'book', MemberFilter>({
    method: 'GET',
    path: '/api/v1/sacco/members',
    tag,
    summary: 'Members; q is looked for in number, name and phone',
    access: SCOPED,
    query: joi.object({
      ...pageFields('member'),
      status: joi.string().valid(...MEMBER_STATUSES),
      q: text(100),
    }),
    responses: { 200: { description: 'Members', schema: pageOf('members', member) } },
    handle: async ({ ctx, scope, query }) =>
      listOf('members', await listMembers(ctx, scope, query), presentMember),
  }),
  route<'book'>({
    method: 'GET',
    path: '/api/v1/sacco/members/{member}',
    tag,
    summary: 'One member',
    access: SCOPED,
    params: ofMember,
    responses: { 200: { description: 'The member', schema: member } },
    handle: async ({ ctx, scope, params }) =>
      ok(presentMember(await readMember(ctx, scope, params['member'] as string))),
  }),
  ...(['suspend', 'reactivate'] as const).map((verb) =>
    route<'book'>({
      method: 'POST',
      path: `/api/v1/sacco/members/{member}/${verb}`,
      tag,
      summary: verb === 'suspend' ? 'Stop what is paid out to a member' : 'Make a suspended member active',
      access: SCOPED,
      params: ofMember,
      responses: { 200: { description: 'The member', schema: member } },
      handle: async ({ ctx, scope, actor: by, params }) => {
        const to = verb === 'suspend' ? 'suspended' : 'active';
        return ok(presentMember(await setMemberStatus(ctx, scope, by, params['member'] as string, to)));
      },
    }),
  ),
  route<'book', StatementRequest>({
    method: 'GET',
    path: '/api/v1/sacco/members/{member}/statement',
    tag,
    summary: "A member's statement; as CSV where the Accept header asks for text/csv",
    access: SCOPED,
    params: ofMember,
    query: joi.object({
      from: localDate.required(),
      to: localDate.required(),
      limit: limit.default(MAX_LIMIT),
      after: joi.string().max(100),
    }),
    responses: { 200: { description: 'The statement', schema: statement } },
    handle: async ({ ctx, scope, params, query, accepts }) => {
      const found = await readStatement(ctx, scope, params['member'] as string, query);
      if (accepts('application/json', 'text/csv') !== 'text/csv') return ok(presentStatement(found));
      return {
        status: 200,
        text: { type: 'text/csv', content: statementCsv(found) },
        headers: found.next_after === null ? {} : { 'X-Next-After': found.next_after },
      };
    },
  }),
];
