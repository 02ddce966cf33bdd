/** Payments that payers send by themselves: where a project takes them, and the sandbox's own for tests. */
import joi from 'joi';
import type { Currency } from '../../core/money.ts';
import type { Environment } from '../../core/scope.ts';
import { paybills } from '../../domain/payments/index.ts';
import { MANAGERS, projectScope } from '../../domain/staff/index.ts';
import { amountMinor, currency, environment, paymentAmount, providerName, text } from '../fields.ts';
import { SCOPED, ok, route } from '../http/route.ts';

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
    description: 'One transaction id is one payment, however often it is sent.',
    access: SCOPED,
    body: joi
      .object<SandboxBody>({
        transaction_id: joi
          .string()
          .pattern(/^\w{1,40}$/)
          .required(),
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
];
