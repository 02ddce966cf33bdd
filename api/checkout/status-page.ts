/** The status of a payment, for its payer; the page reloads itself while the payment is open. */
import { formatMoney } from '../../core/money.ts';
import { maskPhone } from '../../core/phone.ts';
import type { Scope } from '../../core/scope.ts';
import {
  findProvider,
  isPageLost,
  paymentLinks,
  type PaymentRow,
  ussdIntents,
} from '../../domain/payments/index.ts';
import type { Page } from '../http/public-page.ts';
import type { CheckoutWords } from './words.ts';
import { markup, type Markup } from '../http/html.ts';

/** During the first minutes somebody is watching the page; afterwards it is just left open. */
const REFRESH_S = 3;
const LATER_REFRESH_S = 15;
const LOOKED_AT_FOR_MS = 3 * 60_000;
/** A statement that confirms a manual payment arrives after hours at best. */
const MANUAL_REFRESH_S = 60;

/** The longest dial string that fits the width of a small phone in large characters. */
const LARGE_CHARACTERS = 12;

/** The common failures, in words for the payer; the provider's own text is for the merchant. */
const FAILURES: Partial<Record<string, string>> = {
  insufficient_funds: 'Your balance is too low for this payment.',
  not_approved: 'The payment was not confirmed on your phone.',
  payer_not_found: 'No mobile-money account belongs to this phone number.',
  wrong_pin: 'The PIN was wrong.',
  expired: 'The payment was not confirmed in time.',
  unreachable: 'Your phone could not be reached.',
  subscriber_locked: 'Another payment is still open on this phone. Wait a few minutes, then try again.',
  push_error: 'Your phone could not be asked to pay. Try again in a few minutes.',
  system_busy: 'The provider is busy. Try again in a few minutes.',
  payee_not_found: 'The merchant cannot be paid this way at present.',
  limit_reached: 'The payment is above a limit of your account.',
  declined: 'The provider declined the payment.',
  unspecified: 'The provider gave no reason.',
};

interface StatusPageParts {
  /** The codes that a payer can dial. */
  intents: ussdIntents.UssdIntent[];
  words: CheckoutWords;
}

export function statusPage(
  opened: paymentLinks.OpenedLink,
  payment: PaymentRow,
  { intents, words }: StatusPageParts,
): Page {
  const test = opened.link.environment === 'test';
  if (payment.status === 'completed') return { test, title: 'Paid', body: paid(opened, payment, words) };
  if (payment.status === 'failed' || payment.status === 'cancelled')
    return { test, title: 'Not paid', body: notPaid(opened, payment) };
  return {
    test,
    title: 'Waiting for your payment',
    refresh_s: refreshOf(payment, opened.scope),
    body: waiting(opened, payment, { intents, words }),
  };
}

function refreshOf({ provider, created_at }: PaymentRow, { clock }: Scope): number {
  if (provider === 'manual') return MANUAL_REFRESH_S;
  return clock.now().getTime() - created_at.getTime() < LOOKED_AT_FOR_MS ? REFRESH_S : LATER_REFRESH_S;
}

function paid(
  { link, merchant }: paymentLinks.OpenedLink,
  payment: PaymentRow,
  words: CheckoutWords,
): Markup {
  return markup`<div class="mark good" aria-hidden="true">✓</div>
<div class="middle"><h1>Paid</h1><p>${merchant} has received your payment.</p></div>
${payment.overpaid ? markup`<p class="notice" role="alert" lang="${words.language}">${words.overpaid(merchant)}</p>` : null}
${details(link.title, payment)}
${link.status === 'active' ? startAgain(link.id, 'Pay once more', 'plain') : null}`;
}

function notPaid({ link }: paymentLinks.OpenedLink, payment: PaymentRow): Markup {
  const cancelled = payment.status === 'cancelled';
  const why = FAILURES[payment.failure_code ?? ''] ?? payment.failure_message;
  return markup`<div class="mark bad" aria-hidden="true">✕</div>
<div class="middle"><h1>${cancelled ? 'Payment cancelled' : 'Payment failed'}</h1>
${why === null ? null : markup`<p>${why}</p>`}</div>
${details(link.title, payment)}
${link.status === 'active' ? startAgain(link.id, 'Try again', '') : null}`;
}

function waiting(
  opened: paymentLinks.OpenedLink,
  payment: PaymentRow,
  { intents, words }: StatusPageParts,
): Markup {
  const { link } = opened;
  if (link.status === 'completed')
    return markup`<div class="mark over" aria-hidden="true">!</div>
<div class="middle"><h1 lang="${words.language}">${words.paid_meanwhile}</h1></div>
${details(link.title, payment)}
<a class="button plain" href="/pay/${link.id}/${payment.id}">Check now</a>`;
  if (isPageLost(payment)) return pageLost(opened, payment);
  const by_hand = payment.provider === 'manual';
  const prompted = !by_hand && payment.next_action?.type !== 'redirect';
  return markup`${by_hand ? byHand(opened, payment, intents) : byProvider(payment)}
${details(link.title, payment)}
<a class="button plain" href="/pay/${link.id}/${payment.id}">Check now</a>
${link.status === 'active' && (link.reusable || payment.status !== 'processing') ? markup`<div class="hint middle">${prompted ? 'Wrong number, or nothing arrived?' : 'Would you rather pay another way?'}${giveUp(opened, payment)}</div>` : null}`;
}

function pageLost(opened: paymentLinks.OpenedLink, payment: PaymentRow): Markup {
  const { link } = opened;
  const { title: name } = findProvider(payment.provider);
  return markup`<div class="mark over" aria-hidden="true">!</div>
<div class="middle"><h1>Please start again</h1><p>The page of ${name} could not be opened. Nothing was paid.</p></div>
${details(link.title, payment)}
${link.status === 'active' ? giveUp(opened, payment) : null}`;
}

function byProvider(payment: PaymentRow): Markup {
  const { next_action, customer_phone, status } = payment;
  if (status === 'processing') {
    return markup`<div class="mark wait" aria-hidden="true"></div>
<div class="middle"><h1>Your payment is being confirmed</h1><p>This page updates by itself.</p></div>`;
  }
  if (next_action?.type === 'redirect' && /^https?:/.test(next_action.url)) {
    const { title: name } = findProvider(payment.provider);
    return markup`<div class="middle"><h1>One more step</h1>
<p>Pay on the page of ${name}, then come back here.</p>
<p class="hint">Paid already? This page says so by itself in a moment.</p></div>
<a class="button" href="${next_action.url}">Continue to ${name}</a>`;
  }
  const said =
    next_action?.type === 'prompt' ? next_action.message : 'Confirm the payment when your phone asks you to.';
  return markup`<div class="mark wait" aria-hidden="true"></div>
<div class="middle"><h1>Look at your phone</h1>
<p>${said}</p>
${customer_phone === null ? null : markup`<p class="hint">Sent to ${maskPhone(customer_phone)}.<br>This page updates by itself.</p>`}</div>`;
}

/** Without a gateway the payer sends the money, and a statement confirms its arrival. */
function byHand(
  { merchant }: paymentLinks.OpenedLink,
  payment: PaymentRow,
  intents: ussdIntents.UssdIntent[],
): Markup {
  const usable = intents.filter(({ currency_matches }) => currency_matches);
  if (usable.length === 0) {
    return markup`<h1>Pay ${merchant} directly</h1>
<p>Hand over or transfer ${formatMoney(payment.amount_minor, payment.currency)} and give the reference below.
${merchant} confirms it once the money has arrived.</p>`;
  }
  return markup`<h1>Pay with your phone's dialler</h1>
<p>No internet is needed. ${merchant} confirms the payment once the money has arrived.</p>
${usable.map(dialling)}`;
}

function dialling({ name, dial_string, tel_uri, steps }: ussdIntents.UssdIntent): Markup {
  return markup`<h2>${name}</h2>
<a class="code${dial_string.length > LARGE_CHARACTERS ? ' long' : ''}" href="${tel_uri}">${dial_string}</a>
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

/** A one-time link has one payment under way: this one is given up before another begins. */
function giveUp({ link }: paymentLinks.OpenedLink, { id }: PaymentRow): Markup {
  if (link.reusable) return startAgain(link.id, 'Start again', 'plain');
  return markup`<form method="post" action="/pay/${link.id}/${id}/give-up"><button class="button plain">Start again</button></form>`;
}

function startAgain(link_id: string, words: string, look: 'plain' | ''): Markup {
  return markup`<a class="button ${look}" href="/pay/${link_id}">${words}</a>`;
}
