/**
 * `/consent/{token}`: what a guarantor is asked, and the answer. For whoever has the link, as pages without scripts or as JSON. Reading
 * uses nothing up, so that programs that look at links in messages do no harm; an answer does.
 */
import express, { Router, type ErrorRequestHandler, type Request, type Response } from 'express';
import { AppError, invalidField, notFound } from '../../core/errors.ts';
import { toJson } from '../../core/json.ts';
import { localMinuteAt } from '../../core/local-date.ts';
import { httpDuration } from '../../core/metrics.ts';
import { formatMoney } from '../../core/money.ts';
import { guarantorConsents } from '../../domain/loans/index.ts';
import type { Context } from '../../domain/platform/context.ts';
import { logAndMap } from '../http/errors.ts';
import { markup } from '../http/html.ts';
import { languageOf } from '../http/language.ts';
import { amountLine, sendPage, type Page } from '../http/public-page.ts';
import type { RateLimiters } from '../http/rate-limit.ts';
import { resumeWork } from '../http/request-work.ts';
import { CONSENT_WORDS, type ConsentWords } from './words.ts';

/** One short field. */
const FORM_BYTES = 1_024;
const FORM_FIELDS = 4;

export function consentPages(ctx: Context, limiters: RateLimiters): Router {
  const router = Router();
  const form = express.urlencoded({ extended: false, limit: FORM_BYTES, parameterLimit: FORM_FIELDS });
  const json = express.json({ limit: FORM_BYTES });
  router.use((request, response, next) => {
    const stop = httpDuration.startTimer({ method: request.method });
    response.once('finish', () => stop({ route: '/consent/:token', status: String(response.statusCode) }));
    response.setHeader('cache-control', 'no-store');
    response.vary('accept');
    next();
  });
  router.get('/:token', limiters.pages, async (request, response) => {
    const asked = await guarantorConsents.openLink(ctx, tokenIn(request));
    if (wantsJson(request)) sendJson(response, guarantorConsents.presentAsked(asked));
    else sendPage(response, askingPage(asked, tokenIn(request), wordsFor(request, response)));
  });
  router.post('/:token', limiters.checkout, form, json, resumeWork, async (request, response) => {
    const decision = decisionIn(request);
    await guarantorConsents.decideByLink(ctx, tokenIn(request), decision);
    if (wantsJson(request)) sendJson(response, { decision });
    else sendPage(response, decidedPage(decision, wordsFor(request, response)));
  });
  // The router itself answers OPTIONS, after all of its routes.
  router.use((request, _response, next) => next(request.method === 'OPTIONS' ? undefined : notFound('page')));
  router.use(errorPages(ctx));
  return router;
}

function tokenIn(request: Request): string {
  return String(request.params['token']);
}

/** @throws AppError VALIDATION_ERROR */
function decisionIn(request: Request): guarantorConsents.ConsentDecision {
  const { decision } = (request.body ?? {}) as Record<string, unknown>;
  const known = guarantorConsents.DECISIONS.find((each) => each === decision);
  if (known === undefined) throw invalidField('decision', '"decision" must be one of: consent, decline');
  return known;
}

function wantsJson(request: Request): boolean {
  return request.accepts(['html', 'json']) === 'json';
}

function sendJson(response: Response, body: object): void {
  response.type('application/json').send(toJson(body));
}

interface Worded {
  language: Page['language'];
  words: ConsentWords;
}

function wordsFor(request: Request, response: Response): Worded {
  const language = languageOf(request, response);
  return { language, words: CONSENT_WORDS[language] };
}

function askingPage(asked: guarantorConsents.AskedConsent, token: string, { language, words }: Worded): Page {
  const { loan, guarantee } = asked;
  const { full_name, borrower_name, term, expires_at, cooperative } = guarantorConsents.presentAsked(asked);
  return {
    language,
    title: words.title,
    test: loan.environment === 'test',
    footer: cooperative,
    body: markup`<p class="to">${cooperative}</p>
<h1>${words.title}</h1>
<p>${words.asks(full_name, borrower_name)}</p>
<p class="label">${words.pledge}</p>
${amountLine(guarantee.amount_minor, loan.currency)}
<dl>
<dt>${words.loan}</dt><dd>${formatMoney(loan.principal_minor, loan.currency)}</dd>
<dt>${words.term}</dt><dd>${words.installments(term)}</dd>
<dt>${words.until}</dt><dd>${localMinuteAt(expires_at, asked.utc_offset_minutes)}</dd>
</dl>
<p class="hint">${words.means}</p>
<form method="post" action="/consent/${token}">
<button class="button" name="decision" value="consent">${words.consent}</button>
<button class="button plain" name="decision" value="decline">${words.decline}</button>
</form>`,
  };
}

function decidedPage(decision: guarantorConsents.ConsentDecision, { language, words }: Worded): Page {
  const is_given = decision === 'consent';
  return {
    language,
    title: is_given ? words.consented : words.declined,
    footer: 'Ushirika',
    body: markup`<div class="mark ${is_given ? 'good' : 'over'}" aria-hidden="true">${is_given ? '✓' : '–'}</div>
<div class="middle"><h1>${is_given ? words.consented : words.declined}</h1>
<p>${is_given ? words.consented_hint : words.declined_hint}</p></div>`,
  };
}

/** Errors as pages, unless the client asked for JSON. */
function errorPages(ctx: Context): ErrorRequestHandler {
  return (thrown: unknown, request, response, next) => {
    if (response.headersSent || wantsJson(request)) {
      next(thrown);
      return;
    }
    const error: AppError = logAndMap(response, thrown, ctx.log);
    const { language, words } = wordsFor(request, response);
    const is_gone = error.code === 'NOT_FOUND';
    sendPage(response, {
      language,
      title: is_gone ? words.gone : words.not_now,
      footer: 'Ushirika',
      body: markup`<div class="mark ${is_gone ? 'over' : 'bad'}" aria-hidden="true">${is_gone ? '–' : '✕'}</div>
<div class="middle"><h1>${is_gone ? words.gone : words.not_now}</h1>
<p>${is_gone ? words.gone_hint : words.not_now_hint}</p></div>`,
    });
  };
}
