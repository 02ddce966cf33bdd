/** What became of a payment, for its payer: asks again by itself while it is under way. */
import { formatMoney } from '../../core/money.ts';
import { maskPhone } from '../../core/phone.ts';
import type { Scope } from '../../core/scope.ts';
import {
  ussdIntents,
  type OpenedLink,
  type PaymentRow,
  type UssdIntent,
} from '../../domain/payments/index.ts';
import type { Page } from './layout.ts';
import { markup, type Markup } from '../http/html.ts';
import { providerName } from './provider-names.ts';

/** Somebody is looking at the phone during the first minutes; afterwards the page is only left open. */
const REFRESH_S = 3;
const LATER_REFRESH_S = 15;
const LOOKED_AT_FOR_MS = 3 * 60_000;
/** A statement that settles a payment made by hand comes after hours at best. */
const MANUAL_REFRESH_S = 60;

/** The usual failures, said to the payer; the provider's own words are the merchant's. */
const FAILURES: Partial<Record<string, string>> = {
  insufficient_funds: 'Your balance is too low for this payment.',
  not_approved: 'The payment was not confirmed on your phone.',
  payer_not_found: 'No mobile-money account belongs to this phone number.',
  expired: 'The payment was not confirmed in time.',
  unspecified: 'The provider gave no reason.',
};

export function statusPage(opened: OpenedLink, payment: PaymentRow): Page {
  const test = opened.link.environment === 'test';
  if (payment.status === 'completed') return { test, title: 'Paid', body: paid(opened, payment) };
  if (payment.status === 'failed' || payment.status === 'cancelled')
    return { test, title: 'Not paid', body: notPaid(opened, payment) };
  return {
    test,
    title: 'Waiting for your payment',
    refresh_s: refreshOf(payment, opened.scope),
    body: waiting(opened, payment),
  };
}

function refreshOf({ provider, created_at }: PaymentRow, { clock }: Scope): number {
  if (provider === 'manual') return MANUAL_REFRESH_S;
  return clock.now().getTime() - created_at.getTime() < LOOKED_AT_FOR_MS ? REFRESH_S : LATER_REFRESH_S;
}

function paid({ link, merchant }: OpenedLink, payment: PaymentRow): Markup {
  return markup`<div class="mark good" aria-hidden="true">✓</div>
<div class="middle"><h1>Paid</h1><p>${merchant} has received your payment.</p></div>
${details(link.title, payment)}
${link.status === 'active' ? startAgain(link.id, 'Pay once more', 'plain') : null}`;
}

function notPaid({ link }: OpenedLink, payment: PaymentRow): Markup {
  const cancelled = payment.status === 'cancelled';
  const why = FAILURES[payment.failure_code ?? ''] ?? payment.failure_message;
  return markup`<div class="mark bad" aria-hidden="true">✕</div>
<div class="middle"><h1>${cancelled ? 'Payment cancelled' : 'Payment failed'}</h1>
${why === null ? null : markup`<p>${why}</p>`}</div>
${details(link.title, payment)}
${link.status === 'active' ? startAgain(link.id, 'Try again', '') : null}`;
}

function waiting(opened: OpenedLink, payment: PaymentRow): Markup {
  const { link } = opened;
  const by_hand = payment.provider === 'manual';
  return markup`${by_hand ? byHand(opened, payment) : byProvider(payment)}
${details(link.title, payment)}
<a class="button plain" href="/pay/${link.id}/${payment.id}">Check now</a>
${link.status === 'active' ? markup`<p class="hint middle">${by_hand ? 'Would you rather pay another way?' : 'Wrong number, or nothing arrived?'} <a href="/pay/${link.id}">Start again</a></p>` : null}`;
}

function byProvider(payment: PaymentRow): Markup {
  const { next_action, customer_phone } = payment;
  if (next_action?.type === 'redirect' && /^https?:/.test(next_action.url)) {
    return markup`<div class="middle"><h1>One more step</h1>
<p>Pay on the page of ${providerName(payment.provider, payment).name}, then come back here.</p></div>
<a class="button" href="${next_action.url}">Continue</a>`;
  }
  const said =
    next_action?.type === 'prompt' ? next_action.message : 'Confirm the payment when your phone asks you to.';
  return markup`<div class="mark wait" aria-hidden="true"></div>
<div class="middle"><h1>Look at your phone</h1>
<p>${said}</p>
${customer_phone === null ? null : markup`<p class="hint">Sent to ${maskPhone(customer_phone)}.<br>This page updates by itself.</p>`}</div>`;
}

/** Without a gateway the payer sends the money, and a statement tells that it came. */
function byHand({ merchant }: OpenedLink, payment: PaymentRow): Markup {
  const intents = ussdIntents(payment).filter(({ currency_matches }) => currency_matches);
  if (intents.length === 0) {
    return markup`<h1>Pay ${merchant} directly</h1>
<p>Hand over or transfer ${formatMoney(payment.amount_minor, payment.currency)} and give the reference below.
${merchant} confirms it once the money has arrived.</p>`;
  }
  return markup`<h1>Pay with your phone's dialler</h1>
<p>No internet is needed. ${merchant} confirms the payment once the money has arrived.</p>
${intents.map(dialling)}`;
}

function dialling({ name, dial_string, tel_uri, steps }: UssdIntent): Markup {
  return markup`<h2>${name}</h2>
<a class="code" href="${tel_uri}">${dial_string}</a>
<ol>${steps.map((step) => markup`<li>${step}</li>`)}</ol>`;
}

function details(title: string, payment: PaymentRow): Markup {
  const { completed_at } = payment;
  return markup`<dl>
<dt>For</dt><dd>${title}</dd>
<dt>Amount</dt><dd>${formatMoney(payment.amount_minor, payment.currency)}</dd>
<dt>Reference</dt><dd>${payment.reference}</dd>
${completed_at === null ? null : markup`<dt>Paid at</dt><dd>${completed_at.toISOString().slice(0, 16).replace('T', ' ')} UTC</dd>`}
</dl>`;
}

function startAgain(link_id: string, words: string, look: 'plain' | ''): Markup {
  return markup`<a class="button ${look}" href="/pay/${link_id}">${words}</a>`;
}
