/** The settings of the SACCO. */
import joi from 'joi';
import {
  getSettings,
  WATERFALL_STEPS,
  type WaterfallStep,
  interestTerms,
  withholding,
} from '../../domain/cooperative/index.ts';
import {
  presentSettings,
  putLogo,
  putSettings,
  settingsSchema,
  type SettingsChange,
} from '../../domain/members/index.ts';
import { MANAGERS } from '../../domain/staff/index.ts';
import { currency, fileOrNone, id, localDate, minorFromZero, utcOffset } from '../fields.ts';
import { taxRate, termFields } from '../requests/interest.ts';
import { SCOPED, ok, okOrWaiting, route } from '../http/route.ts';

const tag = 'SACCO';
const path = '/api/v1/sacco/settings';

const planFields = {
  ...termFields,
  frequency: joi
    .string()
    .valid(...interestTerms.FREQUENCIES)
    .required(),
  withholding_tax_bps: taxRate.allow(null).default(null),
};

const plan = joi
  .object<Omit<interestTerms.Plan, 'since' | 'from'>>({
    ...planFields,
    product_id: id('savings_product').allow(null).default(null),
  })
  .description('Interest on deposits that is declared at the end of each period; null: none by itself');

const MAX_PLANS = 50;

const productPlans = joi
  .array()
  .items(
    joi.object<Omit<interestTerms.ProductPlan, 'since' | 'from'>>({
      ...planFields,
      product_id: id('savings_product').required(),
    }),
  )
  .max(MAX_PLANS)
  .unique('product_id')
  .messages({ 'array.unique': '{{#label}} repeats the product of another plan' })
  .description(
    'The same for other savings products, one for each. The list takes the place of the present one',
  );

export const saccoSettingsRoutes = [
  route({
    operation_id: 'sacco.settings.get',
    method: 'GET',
    path,
    tag,
    summary: "The SACCO's settings",
    access: SCOPED,
    errors: ['NOT_FOUND'],
    responses: { 200: { description: 'Settings', schema: settingsSchema } },
    handle: async ({ ctx, scope }) => ok(presentSettings(await getSettings(ctx.db, scope))),
  }),
  route({
    operation_id: 'sacco.settings.put',
    method: 'PUT',
    path,
    tag,
    summary: 'Change settings; omitted fields keep their values. The currency is required the first time',
    description:
      'With strict approvals a change that raises or removes a threshold waits for a second person, as a whole.',
    second_factor: true,
    access: { kind: 'staff', roles: MANAGERS },
    body: joi.object<Omit<SettingsChange, 'paybill_waterfall'> & { paybill_waterfall?: WaterfallStep[] }>({
      currency,
      min_kyc_tier: joi.number().integer().min(0).max(3),
      entrance_fee_minor: minorFromZero,
      min_share_capital_minor: minorFromZero,
      utc_offset_minutes: utcOffset,
      withdrawal_approval_minor: minorFromZero.allow(null),
      tills: joi.string().valid('off', 'on'),
      paybill_match_phone: joi.boolean(),
      paybill_waterfall: joi
        .array()
        .items(joi.string().valid(...WATERFALL_STEPS))
        .min(1)
        .unique()
        .custom((steps: string[], helpers) =>
          steps.indexOf('savings') < steps.length - 1 && steps.includes('savings')
            ? helpers.error('any.invalid')
            : steps,
        )
        .messages({ 'any.invalid': '{{#label}} must name savings last: they take all that is left' }),
      savings_product_id: id('savings_product'),
      savings_interest: plan.allow(null),
      savings_interest_plans: productPlans,
      withholding: joi
        .array()
        .items(
          joi.object<withholding.Rate>({
            kind: joi
              .string()
              .valid(...withholding.KINDS)
              .required(),
            bps: joi.number().integer().min(0).max(10_000).required(),
            from: localDate.required(),
          }),
        )
        .max(100)
        .unique((a: withholding.Rate, b: withholding.Rate) => a.kind === b.kind && a.from === b.from)
        .messages({ 'array.unique': '{{#label}} repeats the kind and date of another rate' }),
    }),
    responses: {
      200: { description: 'Settings', schema: settingsSchema },
      202: {
        description: 'The present settings; the change waits for a second person',
        schema: settingsSchema,
      },
    },
    handle: async ({ caller, body }) => {
      const { paybill_waterfall: steps, ...rest } = body;
      const change = steps ? { ...rest, paybill_waterfall: steps.join(',') } : rest;
      const { settings, approval_id } = await putSettings(caller, change);
      return okOrWaiting(presentSettings(settings), approval_id);
    },
  }),
  route({
    operation_id: 'sacco.logo.put',
    method: 'PUT',
    path: '/api/v1/sacco/logo',
    tag,
    summary: 'The logo, uploaded before: pages and papers show it beside the name',
    description:
      'Upload it with `purpose=logo`: a PNG or JPEG of at most 100 kB and 1,000 × 1,000 pixels. What it replaces or removes is deleted. Each environment has its own.',
    second_factor: true,
    access: { kind: 'staff', roles: MANAGERS },
    errors: ['NOT_FOUND'],
    body: joi.object<{ logo_file_id: string | null }>({
      logo_file_id: fileOrNone.required().description('Null: none'),
    }),
    responses: { 200: { description: 'Settings', schema: settingsSchema } },
    handle: async ({ caller, body }) => ok(presentSettings(await putLogo(caller, body.logo_file_id))),
  }),
];
