/** Shared by all pages that anyone may open: the layout, the stylesheet, and the headers that allow no other content. */
import { createHash } from 'node:crypto';
import type { Response } from 'express';
import { groupMinor, type Currency } from '../../core/money.ts';
import { Markup, markup } from './html.ts';
import type { Language } from './language.ts';

/** For simple phones: the system font, no image, no script, everything in one response. */
const STYLE = `*{box-sizing:border-box}
body{margin:0;background:#eef2f1;color:#14211e;font:17px/1.5 system-ui,-apple-system,Roboto,sans-serif;-webkit-text-size-adjust:100%}
main{max-width:27rem;margin:0 auto;padding:1rem}
.card{background:#fff;border-radius:14px;padding:1.25rem;box-shadow:0 1px 3px #0f2f2733}
.to{margin:0;color:#4b5d58;font-size:.95rem}
h1{margin:.1rem 0 0;font-size:1.3rem;line-height:1.3;overflow-wrap:anywhere}
h2{margin:1.25rem 0 .25rem;font-size:1.05rem}
.sum{margin:.5rem 0 1.1rem;padding-bottom:1rem;border-bottom:1px solid #dbe3e0;font-size:2rem;font-weight:700;line-height:1.2;overflow-wrap:anywhere}
.sum small{font-size:1.05rem;font-weight:600;color:#4b5d58}
.test{max-width:27rem;margin:0 auto;padding:.75rem 1rem 0;color:#7a4a00;font-size:.9rem;font-weight:600;text-align:center}
fieldset{border:0;min-width:0;margin:0 0 1.1rem;padding:0}
legend,.label{display:block;margin-bottom:.4rem;padding:0;font-weight:600}
.choice{display:flex;gap:.8rem;align-items:center;min-height:3.5rem;margin-bottom:.5rem;padding:.55rem .9rem;border:2px solid #c6d2ce;border-radius:10px;cursor:pointer}
.choice:has(:checked){border-color:#0b6b50;background:#f0f8f5}
.choice input{flex:none;width:1.35rem;height:1.35rem;margin:0;accent-color:#0b6b50}
.choice b,.choice small{display:block;line-height:1.35;overflow-wrap:anywhere}
small,.hint{color:#4b5d58;font-size:.9rem}
.hint{margin:.4rem 0 0}
input[type=tel]{width:100%;min-height:3.5rem;padding:.5rem .9rem;border:2px solid #8a9b96;border-radius:10px;background:#fff;color:inherit;font:inherit;font-size:1.3rem}
[aria-invalid=true]{border-color:#b3261e!important}
.optional{display:none;color:#4b5d58;font-weight:400}
form:has([data-phone=optional]:checked) .optional{display:inline}
.wrong{margin:.4rem 0 0;color:#b3261e;font-weight:600}
.notice{margin:0 0 1rem;padding:.75rem .9rem;border-left:4px solid #b3261e;border-radius:6px;background:#fdf0ef}
.button{display:block;width:100%;min-height:3.5rem;margin-top:1.2rem;padding:.8rem 1rem;border:0;border-radius:10px;background:#0b6b50;color:#fff;font:inherit;font-size:1.15rem;font-weight:700;line-height:1.9rem;text-align:center;text-decoration:none;cursor:pointer;overflow-wrap:anywhere}
.button.plain{background:#fff;color:#0b6b50;box-shadow:inset 0 0 0 2px #0b6b50}
.button:active{background:#085240;color:#fff}
:focus-visible{outline:3px solid #14211e;outline-offset:2px}
.mark{display:flex;align-items:center;justify-content:center;width:4.5rem;height:4.5rem;margin:.5rem auto 1rem;border-radius:50%;color:#fff;font-size:2.4rem;font-weight:700;line-height:1}
.good{background:#0b6b50}.bad{background:#b3261e}.over{background:#5d6f6a}
.wait{border:6px solid #d5e3de;border-top-color:#0b6b50;animation:turn 1.2s linear infinite}
@keyframes turn{to{transform:rotate(1turn)}}
@media (prefers-reduced-motion:reduce){.wait{animation:none}}
.middle a,.hint a{color:#0b6b50;font-weight:600;padding:.4rem 0}
.middle{text-align:center}
.code{display:block;margin:.5rem 0;padding:.7rem;border:2px solid #0b6b50;border-radius:10px;background:#f0f8f5;color:#0b6b50;font-size:1.7rem;font-weight:700;text-align:center;text-decoration:none;letter-spacing:.06em;overflow-wrap:anywhere}
.code.long{font-size:1.15rem}
ol{margin:.5rem 0 0;padding-left:1.4rem}li{margin-bottom:.3rem;overflow-wrap:anywhere}
dl{display:grid;grid-template-columns:auto 1fr;gap:.35rem 1rem;margin:1.2rem 0 0;padding-top:1rem;border-top:1px solid #dbe3e0}
/* The amount above has a line below it already. */
.sum+dl,.middle:has(>.sum)+dl{margin-top:0;padding-top:0;border-top:0}
dt{color:#4b5d58}dd{margin:0;font-weight:600;text-align:right;overflow-wrap:anywhere}
footer{padding:1rem;color:#4b5d58;font-size:.85rem;text-align:center}`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** Allows only this stylesheet and forms to this server: no script can run, whatever a link's title contains. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${STYLE_HASH}'`,
  'img-src data:',
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

export interface Page {
  title: string;
  body: Markup;
  /** English when left out. */
  language?: Language;
  /** Shows that no real money moves. */
  test?: boolean;
  /** Seconds after which the browser reloads the page. */
  refresh_s?: number | null;
  footer?: string;
}

const FOOTER = 'Secured by Ushirika. Never tell anyone your secret code.';

const TEST: Record<Language, string> = {
  en: 'Test mode: no real money moves',
  sw: 'Majaribio: hakuna pesa halisi zinazohamishwa',
  am: 'ሙከራ፦ እውነተኛ ገንዘብ አይንቀሳቀስም',
};

/** Sends a page; the status must have been set. */
export function sendPage(
  response: Response,
  { title, body, language = 'en', test = false, refresh_s = null, footer = FOOTER }: Page,
): void {
  response.setHeader('content-security-policy', POLICY);
  // Addresses of payments must not reach other sites or search engines.
  response.setHeader('referrer-policy', 'no-referrer');
  response.setHeader('x-robots-tag', 'noindex');
  response.type('html').send(
    markup`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${refresh_s === null ? null : markup`<meta http-equiv="refresh" content="${refresh_s}">`}
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${new Markup(STYLE)}</style>
</head>
<body>
${test ? markup`<p class="test">${TEST[language]}</p>` : null}
<main><div class="card">
${body}
</div></main>
<footer>${footer}</footer>
</body>
</html>`.text,
  );
}

/** The amount in large figures. */
export function amountLine(amount_minor: bigint, currency: Currency): Markup {
  return markup`<p class="sum">${groupMinor(amount_minor)} <small>${currency}</small></p>`;
}
