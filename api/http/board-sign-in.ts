/** The page on which operators sign in to the board. It looks like the dashboard's, and takes a session that is open there. */
import { Markup, markup } from './html.ts';

const STYLE = `*{box-sizing:border-box}
:root{color-scheme:light dark;--page:#f3f6f5;--surface:#fff;--text:#14211e;--line:#c6d2ce;--accent:#0b6b50;--focus:#0b6b50}
@media (prefers-color-scheme:dark){:root{--page:#141a18;--surface:#1e2624;--text:#e6eeeb;--line:#3d4a46;--focus:#63d2af}}
body{margin:0;background:var(--page);color:var(--text);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
header{padding:1rem;font-weight:700}
main{width:calc(100% - 2rem);max-width:26rem;margin:1.5rem auto;padding:2rem;border:1px solid var(--line);border-radius:8px;background:var(--surface)}
h1{margin:0 0 1rem;font-size:1.6rem;line-height:1.3}
label{display:block;font-weight:500}
input{display:block;width:100%;margin-top:.25rem;padding:.45rem .75rem;border:1px solid var(--line);border-radius:4px;background:var(--surface);color:inherit;font:inherit}
button{width:100%;padding:.5rem 1rem;border:0;border-radius:4px;background:var(--accent);color:#fff;font:inherit;font-weight:600;cursor:pointer}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px}
[role=alert]{padding:.6rem .8rem;border-left:4px solid #b3261e;background:#fdf0ef;color:#7a1a14}
a{color:inherit}`;

/** The dashboard's tabs give their session to a tab of this origin that asks (dashboard/session/session.ts). */
export const TAKE_SESSION = `const channel = new BroadcastChannel('ushirika.session');
const take = async ({ token }) => {
  const headers = { authorization: 'Bearer ' + token };
  const { ok, status } = await fetch('/board/session', { method: 'POST', headers });
  if (ok) location.replace('/board');
  else if (status === 403) document.querySelector('#state').textContent = 'You are signed in, but not as an operator.';
};
channel.addEventListener('message', ({ data }) => data.type === 'session' && take(data.session), { once: true });
const own = sessionStorage.getItem('ushirika.session');
if (own) take(JSON.parse(own));
else channel.postMessage({ type: 'ask' });`;

export function boardSignInPage(problem: string): string {
  return boardPage(
    markup`${problem ? markup`<p role="alert">${problem}</p>` : null}
<p id="state" role="status"></p>
<form method="post" action="/board/sign-in">
<p><label>Email <input name="email" type="email" autocomplete="username" required autofocus></label></p>
<p><label>Password <input name="password" type="password" autocomplete="current-password" required></label></p>
<p><label>Code of your second factor, if you have one <input name="code" autocomplete="one-time-code"></label></p>
<p><button>Sign in</button></p></form>
<script src="/board/take-session.js"></script>`,
  );
}

export function boardPage(content: Markup): string {
  return markup`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Ushirika operators</title><link rel="icon" href="data:,">
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${new Markup(STYLE)}</style></head>
<body><header>Ushirika</header><main><h1>Ushirika operators</h1>${content}</main></body></html>`.text;
}
