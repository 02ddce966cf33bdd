/** Hides secrets in printed requests and answers. */

/** Fields with secret values. A `code` is a one-time code, unless it belongs to an error. */
const SECRET_FIELDS =
  /(?<!"error":\{)"(password|new_password|current_password|code|token|secret|key|number|private_key|recovery_codes|uri)":(\[[^\]]*\]|"(?:[^"\\]|\\.)*")/g;
const SECRET_OBJECTS = /"credentials":\{(?:[^"}]|"(?:[^"\\]|\\.)*")*\}/g;
/** Keys, tokens and signing secrets anywhere in the text. */
const TOKENS = /\b(ush_[a-z]+_|whsec_)[\w+/=-]+/g;
const SECRET_HEADERS = new Set(['authorization', 'x-api-key', 'cookie']);

export function withoutSecrets(text: string): string {
  return text
    .replaceAll(SECRET_OBJECTS, '"credentials":"***"')
    .replaceAll(SECRET_FIELDS, '"$1":"***"')
    .replaceAll(TOKENS, '$1***');
}

export function maskedHeaders(headers: Headers): string[] {
  return [...headers].map(
    ([name, value]) => `${name}: ${SECRET_HEADERS.has(name) ? '***' : withoutSecrets(value)}`,
  );
}

/** The command line without its API key. */
export function withoutKey(argv: readonly string[]): string[] {
  return argv.flatMap((word, i) => {
    if (word === '--api-key' || argv[i - 1] === '--api-key') return [];
    return word.startsWith('--api-key=') ? [] : [word];
  });
}
