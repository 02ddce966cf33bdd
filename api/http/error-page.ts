/** `/docs/errors`: every code and reason with cause and remedy; `doc_url` of an error links to its section. */
import { ERROR_CODES, REASONS, type ErrorCode } from '../../core/errors.ts';
import { Markup, markup } from './html.ts';

const STYLE = `body{max-width:46rem;margin:2rem auto;padding:0 1rem;color:#14211e;font:16px/1.5 system-ui,sans-serif}
section{margin:1.5rem 0;padding:.75rem 1rem;border:1px solid #c6d2ce;border-radius:8px}
section:target{border-color:#0b6b50;box-shadow:0 0 0 2px #0b6b50}
h3{margin:0;font-size:1.05rem}h3 a{color:inherit;text-decoration:none}
dl{margin:.5rem 0 0}dt{color:#4b5d58;font-size:.9rem}dd{margin:0 0 .4rem}
code{padding:0 .2em;border-radius:4px;background:#eef2f1;overflow-wrap:anywhere}`;

/** The whole page, which is constant. */
export function errorPage(): string {
  const codes = Object.entries(ERROR_CODES);
  const reasons = Object.entries(REASONS).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return markup`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Errors of the Ushirika API</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/docs/assets/favicon-32x32.png">
<style>${new Markup(STYLE)}</style></head>
<body><main><h1>Errors</h1>
<p>Branch on ${code('code')} and ${code('reason')}, never on ${code('message')}. The API: <a href="/docs">/docs</a>.</p>
<h2>Codes</h2>
${codes.map(([name, { status, when, remedy }]) => entry(name, `${status}`, { When: when, Remedy: remedy }))}
<h2>Reasons</h2>
${reasons.map(([name, reason]) =>
  entry(name, statusAndCode(reason.code), {
    Message: reason.message,
    Cause: reason.cause,
    Remedy: reason.remedy,
  }),
)}
</main></body></html>
`.text;
}

function entry(name: string, kind: string, facts: Record<string, string>): Markup {
  return markup`<section id="${name}"><h3><a href="#${name}">${code(name)}</a> ${kind}</h3>
<dl>${Object.entries(facts).map(([term, text]) => markup`<dt>${term}</dt><dd>${withCode(text)}</dd>`)}</dl></section>
`;
}

function statusAndCode(name: ErrorCode): string {
  return `${ERROR_CODES[name].status} ${name}`;
}

function code(text: string): Markup {
  return markup`<code>${text}</code>`;
}

/** Renders text in which backquotes mark code. */
function withCode(text: string): Markup {
  return markup`${text.split('`').map((part, i) => (i % 2 ? code(part) : part))}`;
}
