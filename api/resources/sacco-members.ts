/** Members of the SACCO, their states and their statements. */
import joi from 'joi';
import { worded } from '../../core/field-messages.ts';
import { invalidField } from '../../core/errors.ts';
import { MAX_LIMIT } from '../../db/page.ts';
import { MEMBER_STATUSES } from '../../domain/cooperative/index.ts';
import {
  joinMember,
  listMembers,
  memberSchema,
  presentMember,
  presentStatement,
  putMemberFiles,
  readMember,
  readStatement,
  setMemberStatus,
  statementCsv,
  statementSchema,
  type JoinRequest,
  type MemberFiles,
  type MemberFilter,
  type Statement,
  type StatementRequest,
} from '../../domain/members/index.ts';
import { fileOrNone, id, localDate, MEMBER_NUMBER, optionalLimit, text } from '../fields.ts';
import { MAX_MOVEMENTS, statementPdf } from '../../domain/papers/index.ts';
import { language, PAPER_HINT, paperOf, type InLanguage } from '../requests/paper.ts';
import { till } from '../requests/movement.ts';
import { CSV, PDF, SCOPED, createdOnce, listOf, ok, pdf, route } from '../http/route.ts';
import { listPageOf } from '../openapi/page-schema.ts';
import { listFields } from '../requests/list.ts';

const tag = 'SACCO';
const path = '/api/v1/sacco/members';

/** Movements of a statement as CSV without a limit: a file does not show that there is a next page. */
const MAX_CSV_MOVEMENTS = 10_000;

export const memberRoutes = [
  route({
    operation_id: 'sacco.members.join',
    method: 'POST',
    path,
    tag,
    summary: 'Register a customer as a member',
    access: SCOPED,
    errors: ['NOT_FOUND'],
    body: joi.object<JoinRequest>({
      customer_id: id('customer').required(),
      pay_entrance_fee: joi.boolean().default(false).description('Books the entrance fee as paid in cash'),
      member_no: worded(joi.string().pattern(MEMBER_NUMBER), {
        'string.pattern.base': '{{#label}} must be 1 to 32 letters, digits, "-", "_" or "/"',
      }).description('By default the next number'),
      till: till.description('The till at which an API key takes the fee, where the cooperative has tills'),
    }),
    responses: {
      200: { description: 'The customer is already a member', schema: memberSchema },
      201: { description: 'The member', schema: memberSchema },
    },
    handle: async ({ caller, body }) => {
      const { member, replayed } = await joinMember(caller, body);
      return createdOnce(presentMember(member), replayed);
    },
  }),
  route({
    operation_id: 'sacco.members.list',
    method: 'GET',
    path,
    tag,
    summary: 'Members; `q` searches number, name and phone',
    access: SCOPED,
    query: joi.object<MemberFilter>({
      ...listFields('member', 'member_no', 'full_name'),
      status: joi.string().valid(...MEMBER_STATUSES),
      q: text(100),
    }),
    responses: { 200: { description: 'Members', schema: listPageOf('members', memberSchema) } },
    handle: async ({ caller, query }) => listOf('members', await listMembers(caller, query), presentMember),
  }),
  route({
    operation_id: 'sacco.members.get',
    method: 'GET',
    path: `${path}/{member}`,
    tag,
    summary: 'One member',
    access: SCOPED,
    responses: { 200: { description: 'The member', schema: memberSchema } },
    handle: async ({ caller, params }) => ok(presentMember(await readMember(caller, params.member))),
  }),
  route({
    operation_id: 'sacco.members.suspend',
    method: 'POST',
    path: `${path}/{member}/suspend`,
    tag,
    summary: 'Suspend a member: nothing is paid out any more',
    access: SCOPED,
    responses: { 200: { description: 'The member', schema: memberSchema } },
    handle: async ({ caller, params }) =>
      ok(presentMember(await setMemberStatus(caller, params.member, 'suspended'))),
  }),
  route({
    operation_id: 'sacco.members.reactivate',
    method: 'POST',
    path: `${path}/{member}/reactivate`,
    tag,
    summary: 'Reactivate a suspended member',
    access: SCOPED,
    responses: { 200: { description: 'The member', schema: memberSchema } },
    handle: async ({ caller, params }) =>
      ok(presentMember(await setMemberStatus(caller, params.member, 'active'))),
  }),
  route({
    operation_id: 'sacco.members.putFiles',
    method: 'PUT',
    path: `${path}/{member}/files`,
    tag,
    summary: "A member's photo and signature, uploaded before",
    description: 'What it replaces or removes is deleted. What is left out stays.',
    access: SCOPED,
    body: joi
      .object<MemberFiles>({
        photo_file_id: fileOrNone.description('Null: none'),
        signature_file_id: fileOrNone.description('Null: none'),
      })
      .min(1),
    responses: { 200: { description: 'The member', schema: memberSchema } },
    handle: async ({ caller, params, body }) => {
      await putMemberFiles(caller, params.member, body);
      return ok(presentMember(await readMember(caller, params.member)));
    },
  }),
  route({
    operation_id: 'sacco.members.statement',
    method: 'GET',
    path: `${path}/{member}/statement`,
    tag,
    summary: "A member's statement; as CSV or PDF if the Accept header asks for it",
    description: `${PAPER_HINT} A PDF has the whole period, until today at the latest, and at most ${MAX_MOVEMENTS} movements.`,
    access: SCOPED,
    errors: ['PAYLOAD_TOO_LARGE'],
    query: joi.object<Omit<StatementRequest, 'limit'> & { limit?: number } & InLanguage>({
      from: localDate.required(),
      to: localDate.required(),
      limit: optionalLimit.description(`${MAX_LIMIT} by default; all as CSV, up to ${MAX_CSV_MOVEMENTS}`),
      // It has a balance for each account, and every loan is one.
      after: joi.string().max(4_000),
      savings_account_id: id('savings_account').description('One savings account alone'),
      language,
    }),
    responses: { 200: { description: 'The statement', schema: statementSchema, also_as: [CSV, PDF] } },
    handle: async ({ caller, params, query, accepts, server_url }) => {
      const type = accepts('application/json', CSV, PDF);
      if (type === PDF) {
        if (query.limit !== undefined || query.after !== undefined)
          throw invalidField(query.limit === undefined ? 'after' : 'limit', 'A PDF has the whole period');
        const { from, to, savings_account_id } = query;
        const request = paperOf(query, server_url);
        return pdf(
          `statement-${from}-${to}`,
          await statementPdf(caller, params.member, { from, to, savings_account_id }, request),
        );
      }
      const read = (most: number): Promise<Statement> =>
        readStatement(caller, params.member, { ...query, limit: query.limit ?? most });
      if (type !== CSV) return ok(presentStatement(await read(MAX_LIMIT)));
      const statement = await read(MAX_CSV_MOVEMENTS);
      if (statement.next_after !== null && query.limit === undefined)
        throw invalidField(
          'to',
          `"to" must be earlier: a CSV has at most ${MAX_CSV_MOVEMENTS} movements; with "limit" it is a part`,
        );
      return {
        status: 200,
        text: { type: CSV, content: statementCsv(statement) },
        headers: statement.next_after === null ? {} : { 'X-Next-After': statement.next_after },
      };
    },
  }),
];
