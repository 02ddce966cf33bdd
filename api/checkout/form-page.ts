/** The page on which a payer chooses how to pay, and the pages of links that cannot be paid. */
import { formatMoney, type Currency } from '../../core/money.ts';
import type { CheckoutProvider, paymentLinks, ussdIntents } from '../../domain/payments/index.ts';
import { amountLine, type Page } from '../http/public-page.ts';
import { markup, type Markup } from '../http/html.ts';
import type { CheckoutWords } from './words.ts';
import { providerName } from './provider-names.ts';

/** Phone numbers in the local notation of the currency's country. */
const EXAMPLES: Partial<Record<Currency, string>> = { ETB: '0911 234 567', KES: '0712 345 678' };

export interface FormState {
  token: string;
  provider: string;
  phone: string;
  /** A message per field; `form` for the whole form. */
  problems: { provider?: string; phone?: string; form?: string };
}

/**
 * The form is sent to an address with a different query: a POST to the same address would drop the browser's cached page, and
 * with it the token by which a form sent again after the back button is the same payment.
 */
export function formPage(
  { link, merchant }: paymentLinks.OpenedLink,
  { providers, intents }: { providers: CheckoutProvider[]; intents: ussdIntents.UssdIntent[] },
  state: FormState,
): Page {
  const { problems } = state;
  const names = providers.map(({ name }) => name);
  const chosen = names.includes(state.provider) ? state.provider : names[0];
  // Without scripts the field is always shown: only the server can report that it is missing.
  const phone_needed = providers.every(({ needs_phone }) => needs_phone);
  const choices = providers.map(({ name: provider, needs_phone }) => {
    const { name, hint } = providerName(provider, intents);
    return markup`<label class="choice"><input type="radio" name="provider" value="${provider}" data-phone="${needs_phone ? 'needed' : 'optional'}" required${provider === chosen ? markup` checked` : null}>
<span><b>${name}</b>${hint === null ? null : markup`<small>${hint}</small>`}</span></label>
`;
  });
  return {
    title: `Pay ${merchant}`,
    test: link.environment === 'test',
    body: markup`<p class="to">Pay ${merchant}</p>
<h1>${link.title}</h1>
${amountLine(link.amount_minor, link.currency)}
${problems.form === undefined ? null : markup`<p class="notice" role="alert">${problems.form}</p>`}
<form method="post" action="/pay/${link.id}?send">
<input type="hidden" name="token" value="${state.token}">
<fieldset${invalid(problems.provider, 'provider-wrong')}>
<legend>How do you want to pay?</legend>
${choices}${wrong(problems.provider, 'provider-wrong')}
</fieldset>
${phoneField(link.currency, state, phone_needed)}
<button class="button">Pay ${formatMoney(link.amount_minor, link.currency)}</button>
</form>`,
  };
}

function phoneField(currency: Currency, { phone, problems }: FormState, needed: boolean): Markup {
  return markup`<div>
<label class="label" for="phone">Your phone number<span class="optional"> (optional)</span></label>
<input id="phone" type="tel" name="phone" value="${phone}" inputmode="tel" autocomplete="tel" maxlength="40"${needed ? markup` required` : null}${invalid(problems.phone, 'phone-wrong')}>
${wrong(problems.phone, 'phone-wrong') ?? markup`<p class="hint">The number that you pay with, like ${EXAMPLES[currency] ?? '+254 712 345 678'}.</p>`}
</div>`;
}

function invalid(problem: string | undefined, id: string): Markup | null {
  return problem === undefined ? null : markup` aria-invalid="true" aria-describedby="${id}"`;
}

function wrong(problem: string | undefined, id: string): Markup | null {
  return problem === undefined ? null : markup`<p class="wrong" id="${id}" role="alert">${problem}</p>`;
}

/** The page of a link that was paid or disabled. */
export function endedPage({ link, merchant }: paymentLinks.OpenedLink): Page {
  const paid = link.status === 'completed';
  return {
    title: paid ? 'Already paid' : 'Payment link closed',
    test: link.environment === 'test',
    body: markup`<div class="mark ${paid ? 'good' : 'over'}" aria-hidden="true">${paid ? '✓' : '–'}</div>
<div class="middle">
<h1>${paid ? 'This was already paid' : 'This link takes no more payments'}</h1>
<p>${link.title}<br>${formatMoney(link.amount_minor, link.currency)} to ${merchant}</p>
<p class="hint">${paid ? 'There is nothing left to pay here.' : `Ask ${merchant} for a new link if you still want to pay.`}</p>
</div>`,
  };
}

const MINUTE_MS = 60_000;
const REFRESH_S = 15;

/** The page for a payer who comes while somebody else pays the one-time link. */
export function beingPaidPage(
  { link, merchant, scope, paying_until }: paymentLinks.OpenedLink & { paying_until: Date },
  words: CheckoutWords,
): Page {
  const left_ms = paying_until.getTime() - scope.clock.now().getTime();
  const time = `${paying_until.toISOString().slice(11, 16)} UTC`;
  return {
    title: words.being_paid,
    language: words.language,
    test: link.environment === 'test',
    refresh_s: REFRESH_S,
    body: markup`<div class="mark wait" aria-hidden="true"></div>
<div class="middle">
<h1>${words.being_paid}</h1>
<p>${link.title}<br>${formatMoney(link.amount_minor, link.currency)} · ${merchant}</p>
<p>${words.free_at(time, Math.ceil(left_ms / MINUTE_MS))}</p>
<p class="hint">${words.is_it_you}</p>
</div>`,
  };
}

/** The page of any other error, with one sentence. */
export function problemPage(title: string, sentence: string): Page {
  return {
    title,
    body: markup`<div class="mark over" aria-hidden="true">!</div>
<div class="middle"><h1>${title}</h1><p>${sentence}</p></div>`,
  };
}
