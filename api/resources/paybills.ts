/** Payments that payers send by themselves: where a project takes them, and the sandbox's own for tests. */
import joi from 'joi';
import type { Currency } from '../../core/money.ts';
import type { Environment } from '../../core/scope.ts';
import { paybills } from '../../domain/payments/index.ts';
import { ANY_STAFF, MANAGERS, projectScope } from '../../domain/staff/index.ts';
import type { PageRequest } from '../../db/page.ts';
import { amountMinor, currency, environment, paymentAmount, providerName, text } from '../fields.ts';
import { SCOPED, listOf, ok, route } from '../http/route.ts';
import { listPageOf } from '../openapi/page-schema.ts';
import { listFields } from '../requests/list.ts';

interface PaybillBody {
  environment: Environment;
  enabled: boolean;
  reject_unknown: boolean;
}

interface SandboxBody {
  transaction_id: string;
  amount?: bigint;
  amount_minor?: bigint;
  currency: Currency;
  account_number: string;
  phone: string;
  name?: string;
}

const CONFIRMATIONS = '/api/v1/paybill-confirmations';

/** The provider's. */
const transactionId = joi.string().pattern(/^\w{1,40}$/);

export const paybillRoutes = [
  route({
    operation_id: 'projects.providers.paybill',
    method: 'PUT',
    path: '/api/projects/{project}/providers/{provider}/paybill',
    tag: 'Projects',
    summary: 'Take payments that payers send to the paybill by themselves, or take no more',
    description:
      'Where it is enabled, the provider is told the addresses that it calls before and after each payment. Turned off, payments are refused where the provider asks first; what is paid all the same is still recorded.',
    second_factor: true,
    access: { kind: 'project', roles: MANAGERS },
    params: { provider: providerName },
    body: joi.object<PaybillBody>({
      environment: environment.required(),
      enabled: joi.boolean().required(),
      reject_unknown: joi.boolean().default(false),
    }),
    responses: { 200: { description: 'The paybill', schema: paybills.schema } },
    handle: async ({ ctx, project, actor, server_url, params, body }) => {
      const { environment: chosen, enabled, reject_unknown } = body;
      const caller = { ctx, scope: projectScope(project, chosen), actor };
      const request = { change: { enabled, reject_unknown }, server_url };
      return ok(paybills.present(await paybills.put(caller, params.provider, request)));
    },
  }),
  route({
    operation_id: 'sandbox.paybill',
    method: 'POST',
    path: '/api/v1/sandbox/paybill',
    tag: 'Payments',
    summary: 'Send money to the sandbox as a payer would, without a prompt; only in the test environment',
    description:
      'One transaction id is one payment, however often it is sent: a repeat with another body is answered with the earlier one. The last three digits of the phone choose what the sandbox then says of it: 129 nothing yet, 453 nothing for 30 s, 029 that it does not know the transaction, 048 that it was not paid; others that it was.',
    access: SCOPED,
    body: joi
      .object<SandboxBody>({
        transaction_id: transactionId.required(),
        amount: paymentAmount,
        amount_minor: amountMinor,
        currency: currency.required(),
        account_number: text(60).required().description('What the payer types, e.g. a member number'),
        phone: joi.string().max(40).required().description('Of the payer'),
        name: text(120).description('Of the payer'),
      })
      .xor('amount', 'amount_minor'),
    responses: {
      202: {
        description: 'Stored; the provider is asked, and then it becomes a payment',
        schema: paybills.confirmationSchema,
      },
    },
    handle: async ({ caller, body }) => {
      const { amount, amount_minor, ...sent } = body;
      const { confirmation } = await paybills.sendToSandbox(caller, {
        ...sent,
        amount_minor: (amount ?? amount_minor) as bigint,
      });
      return { status: 202, body: paybills.presentConfirmation(confirmation) };
    },
  }),
  route({
    operation_id: 'paybillConfirmations.list',
    method: 'GET',
    path: CONFIRMATIONS,
    tag: 'Payments',
    summary: 'What providers said of payments that payers sent without a prompt, newest first',
    access: SCOPED,
    query: joi.object<PageRequest & { status?: paybills.ConfirmationStatus }>({
      ...listFields('paybill_confirmation'),
      status: joi.string().valid(...paybills.CONFIRMATION_STATUSES),
    }),
    responses: {
      200: { description: 'Confirmations', schema: listPageOf('confirmations', paybills.confirmationSchema) },
    },
    handle: async ({ ctx, scope, query }) =>
      listOf(
        'confirmations',
        await paybills.listConfirmations(ctx.db, scope, query),
        paybills.presentConfirmation,
      ),
  }),
  route({
    operation_id: 'paybillConfirmations.get',
    method: 'GET',
    path: `${CONFIRMATIONS}/{paybill_confirmation}`,
    tag: 'Payments',
    summary: 'One confirmation',
    access: SCOPED,
    responses: { 200: { description: 'Confirmation', schema: paybills.confirmationSchema } },
    handle: async ({ ctx, scope, params }) =>
      ok(
        paybills.presentConfirmation(
          await paybills.getConfirmation(ctx.db, scope, params.paybill_confirmation),
        ),
      ),
  }),
  route({
    operation_id: 'paybillConfirmations.create',
    method: 'POST',
    path: CONFIRMATIONS,
    tag: 'Payments',
    summary: 'Enter the id of a transaction whose confirmation never came',
    description:
      'The provider is asked about it. If it says that the transaction was paid to this account, it becomes a payment of the amount that the provider says, with an empty account number. One that is stored already is answered as it is; where it was refused, the provider is asked again.',
    access: { kind: 'staff', roles: ANY_STAFF },
    body: joi.object<{ provider: string; transaction_id: string }>({
      provider: providerName.required(),
      transaction_id: transactionId.required(),
    }),
    responses: {
      200: { description: 'It was stored before', schema: paybills.confirmationSchema },
      202: { description: 'Stored; the provider is asked', schema: paybills.confirmationSchema },
    },
    handle: async ({ caller, body }) => {
      const { confirmation, replayed } = await paybills.enter(caller, body);
      return { status: replayed ? 200 : 202, body: paybills.presentConfirmation(confirmation) };
    },
  }),
  route({
    operation_id: 'paybillConfirmations.sync',
    method: 'POST',
    path: `${CONFIRMATIONS}/{paybill_confirmation}/sync`,
    tag: 'Payments',
    summary: 'Ask the provider about the transaction now, also where it was refused or given up',
    access: SCOPED,
    errors: ['NOT_FOUND'],
    responses: {
      202: { description: 'The provider is asked', schema: paybills.confirmationSchema },
    },
    handle: async ({ caller, params }) => ({
      status: 202,
      body: paybills.presentConfirmation(await paybills.sync(caller, params.paybill_confirmation)),
    }),
  }),
];
