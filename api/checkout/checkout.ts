/**
 * The checkout of payment links, for payers: pages rendered by the server, so that they work on any phone without scripts.
 * Each form has its own token and creates one payment, however often it is sent.
 */
import { randomBytes } from 'node:crypto';
import express, { Router, type ErrorRequestHandler, type Request, type Response } from 'express';
import { AppError, notFound, type Reason } from '../../core/errors.ts';
import { idPattern } from '../../core/ids.ts';
import { toJson } from '../../core/json.ts';
import { httpDuration } from '../../core/metrics.ts';
import { normalisePhone } from '../../core/phone.ts';
import type { Context } from '../../domain/platform/context.ts';
import {
  cancelPayment,
  checkoutProviders,
  findCheckoutPayment,
  payLink,
  paymentLinks,
  presentCheckoutPayment,
  ussdIntents,
} from '../../domain/payments/index.ts';
import { logAndMap } from '../http/errors.ts';
import type { RateLimiters } from '../http/rate-limit.ts';
import { resumeWork } from '../http/request-work.ts';
import { serverUrl } from '../http/server-url.ts';
import { beingPaidPage, endedPage, formPage, problemPage, type FormState } from './form-page.ts';
import { sendPage } from '../http/public-page.ts';
import { statusPage } from './status-page.ts';
import { wordsFor } from './words.ts';

/** Three short fields. */
const FORM_BYTES = 4 * 1024;
const FORM_FIELDS = 10;
const TOKEN_BYTES = 16;

const PROVIDER_REASONS = new Set<Reason>([
  'provider_not_configured',
  'provider_unknown',
  'currency_mismatch',
  'amount_not_supported',
]);

export function checkout(ctx: Context, limiters: RateLimiters): Router {
  const router = Router();
  const form = express.urlencoded({ extended: false, limit: FORM_BYTES, parameterLimit: FORM_FIELDS });

  router.use((request, response, next) => {
    const stop = httpDuration.startTimer({ method: request.method });
    response.once('finish', () =>
      stop({ route: `/pay${request.route?.path ?? ''}`, status: String(response.statusCode) }),
    );
    next();
  });
  router.use(limiters.pages);
  router.get('/:link', async (request, response) => {
    const opened = await openLink(ctx, request);
    // The back button may show the cached page with the same token; otherwise the browser requests a new page.
    response.setHeader('cache-control', 'private, no-cache');
    await showLink(ctx, response, { opened, state: { ...EMPTY, token: newToken() } });
  });
  router.post('/:link', limiters.checkout, form, resumeWork, async (request, response) => {
    const opened = await openLink(ctx, request);
    response.setHeader('cache-control', 'no-store');
    await takeForm(ctx, opened, request, response);
  });
  // Whoever has the address of a payment is its payer: giving it up frees a one-time link for another attempt.
  router.post('/:link/:payment/give-up', async (request, response) => {
    const opened = await openLink(ctx, request);
    const { id } = await findCheckoutPayment(ctx.db, opened, idIn(request, 'payment'));
    response.setHeader('cache-control', 'no-store');
    response.redirect(
      303,
      (await giveUp(ctx, opened, id)) ? `/pay/${opened.link.id}` : `/pay/${opened.link.id}/${id}`,
    );
  });
  router.get('/:link/:payment', async (request, response) => {
    const opened = await openLink(ctx, request);
    const payment = await findCheckoutPayment(ctx.db, opened, idIn(request, 'payment'));
    response.setHeader('cache-control', 'no-store');
    response.vary('accept');
    if (wantsJson(request)) response.type('application/json').send(toJson(presentCheckoutPayment(payment)));
    else
      sendPage(
        response,
        statusPage(opened, payment, {
          intents: await dialledFor(ctx, opened, [payment.provider], payment),
          words: wordsFor(request, response),
        }),
      );
  });
  // The router itself answers OPTIONS, after all of its routes.
  router.use((request, _response, next) => next(request.method === 'OPTIONS' ? undefined : notFound('page')));
  router.use(errorPages(ctx));
  return router;
}

const EMPTY: FormState = { token: '', provider: '', phone: '', problems: {} };

function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('hex');
}

/** @throws AppError NOT_FOUND */
async function openLink(ctx: Context, request: Request): Promise<paymentLinks.OpenedLink> {
  const opened = await paymentLinks.findOpened(ctx.db, idIn(request, 'link'));
  if (!opened) throw notFound('payment link');
  return opened;
}

/** An id of the path. @throws AppError NOT_FOUND if it is malformed */
function idIn(request: Request, name: 'link' | 'payment'): string {
  const id = String(request.params[name]);
  if (!idPattern(name === 'link' ? 'payment_link' : 'payment').test(id)) throw notFound(name);
  return id;
}

function wantsJson(request: Request): boolean {
  return request.accepts(['html', 'json']) === 'json';
}

/** The codes that payers can dial; none unless `manual` is among the providers. */
function dialledFor(
  ctx: Context,
  { scope }: paymentLinks.OpenedLink,
  providers: string[],
  request: ussdIntents.UssdRequest,
): Promise<ussdIntents.UssdIntent[]> {
  return providers.includes('manual') ? ussdIntents.find(ctx.db, scope, request) : Promise.resolve([]);
}

/** @returns false when it cannot be given up any more */
async function giveUp(
  ctx: Context,
  { scope }: paymentLinks.OpenedLink,
  payment_id: string,
): Promise<boolean> {
  try {
    await cancelPayment({ ctx, scope }, payment_id);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.reason === 'not_cancellable') return false;
    throw error;
  }
}

/**
 * The form; 409 while somebody else pays the one-time link, or 410 once it accepts no more payments.
 * @throws AppError `link_being_paid` for who asks for JSON
 */
async function showLink(
  ctx: Context,
  response: Response,
  { opened, state, status = 200 }: { opened: paymentLinks.OpenedLink; state: FormState; status?: number },
): Promise<void> {
  const { link, paying_until, refused } = opened;
  if (link.status !== 'active') return sendPage(response.status(410), endedPage(opened));
  if (refused && wantsJson(response.req)) throw refused;
  if (refused && paying_until) {
    const words = wordsFor(response.req, response);
    return sendPage(response.status(refused.status), beingPaidPage({ ...opened, paying_until }, words));
  }
  const providers = await checkoutProviders(ctx, opened, serverUrl(ctx, response.req));
  const names = providers.map(({ name }) => name);
  // The reference is created with the payment.
  const intents = await dialledFor(ctx, opened, names, { ...link, reference: '' });
  sendPage(response.status(status), formPage(opened, { providers, intents }, state));
}

async function takeForm(
  ctx: Context,
  opened: paymentLinks.OpenedLink,
  request: Request,
  response: Response,
): Promise<void> {
  const { link } = opened;
  const server_url = serverUrl(ctx, request);
  const state = readForm(request);
  const { token, provider, phone } = state;
  const chosen = (await checkoutProviders(ctx, opened, server_url)).find(({ name }) => name === provider);
  const customer_phone = normalisePhone(phone, link.currency) ?? undefined;
  const problems: FormState['problems'] = {
    ...(chosen ? {} : { provider: 'Choose one of these ways to pay.' }),
    ...(customer_phone === undefined && (phone !== '' || !chosen || chosen.needs_phone)
      ? { phone: 'This is not a phone number. Write it with its country, like +254 712 345 678.' }
      : {}),
    ...(isToken(token) ? {} : { form: 'The form was not complete. Please send it again.' }),
  };
  if (Object.keys(problems).length > 0) {
    const shown = { ...state, token: isToken(token) ? token : newToken(), problems };
    return showLink(ctx, response, { opened, state: shown, status: 400 });
  }
  try {
    const payment_id = await payLink(ctx, opened, { token, provider, customer_phone }, server_url);
    response.redirect(303, `/pay/${link.id}/${payment_id}`);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const problem = problemOf(error);
    if (!problem || wantsJson(request)) throw error;
    if (error.retry_after_s !== undefined) response.setHeader('retry-after', String(error.retry_after_s));
    const shown = { ...state, token: newToken(), problems: problem };
    const now = await openLink(ctx, request);
    await showLink(ctx, response, { opened: now, state: shown, status: error.status });
  }
}

function readForm(request: Request): FormState {
  const fields = (request.body ?? {}) as Record<string, unknown>;
  const field = (name: string): string => {
    const value = fields[name];
    return typeof value === 'string' ? value.trim() : '';
  };
  // A client that does not use our page has no token; if it sends the form twice, it creates two payments.
  return {
    token: field('token') || newToken(),
    provider: field('provider'),
    phone: field('phone'),
    problems: {},
  };
}

function isToken(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text);
}

/** The error as a message at the form, if the payer can correct it. */
function problemOf({ code, reason, message }: AppError): FormState['problems'] | null {
  if (code === 'RATE_LIMITED' || reason === 'phone_not_supported') return { phone: message };
  if (reason === 'idempotency_key_reused') {
    return {
      form: 'You already started a payment from this page, with other details. To start another one with these, press Pay again.',
    };
  }
  if (reason === 'reference_taken' || reason === 'link_being_paid')
    return { form: 'Please press Pay again.' };
  if (reason !== undefined && PROVIDER_REASONS.has(reason)) return { provider: message };
  // The link ended while the form was open; the page shows that.
  return reason === 'invalid_state' ? {} : null;
}

/** Errors as pages, unless the client asked for JSON. */
function errorPages(ctx: Context): ErrorRequestHandler {
  return (thrown: unknown, request, response, next) => {
    if (response.headersSent || wantsJson(request)) {
      next(thrown);
      return;
    }
    const error = logAndMap(response, thrown, ctx.log);
    const missing = error.code === 'NOT_FOUND';
    sendPage(
      response,
      missing
        ? problemPage(
            'There is nothing here',
            'Check the address, or ask whoever sent it to you for a new one.',
          )
        : problemPage('That did not work', error.message),
    );
  };
}
