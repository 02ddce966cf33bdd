/** What a statement does, in a few words without values: the attribute `db.query.summary` of OpenTelemetry's conventions. */

/** OpenTelemetry's limit for this attribute. */
const MAX_LENGTH = 255;

/** Literals and comments, even unfinished ones; then words, quoted or not, and opening brackets. */
const TOKEN =
  /'[^']*'?|--[^\n]*|\/\*(?:[^*]|\*(?!\/))*|\$\$(?:[^$]|\$(?!\$))*(?:\$\$)?|"?([a-z_][\w.]*)|(\()/gi;
/** Words that can stand where a table's name does. */
const NO_TABLE = new Set(['(', 'lateral', 'select', 'set']);

/**
 * @param sql one statement
 * @returns its operations, each with its tables, such as `select payments payment_events`; for a statement without a table its
 *   first word
 */
export function summaryOf(sql: string): string {
  const tokens = [...sql.matchAll(TOKEN)]
    .map(([, word, bracket]) => word?.toLowerCase() ?? bracket ?? '')
    .filter((token) => token !== '' && token !== 'only');
  const found: string[] = [];
  tokens.forEach((token, at) => {
    if (isOperation(token, tokens[at - 1])) found.push(token);
    const table = isBeforeTable(tokens, at) ? tokens[at + 1] : undefined;
    if (table !== undefined && !NO_TABLE.has(table)) found.push(table);
  });
  return (found.length > 0 ? found.join(' ') : (tokens[0] ?? 'statement')).slice(0, MAX_LENGTH);
}

/** Not those of `for update`, `for no key update` and `do update`. */
function isOperation(token: string, before: string | undefined): boolean {
  if (token === 'update') return before === undefined || !['for', 'key', 'do'].includes(before);
  return ['select', 'insert', 'delete'].includes(token);
}

/** Functions stand after `from` too, and `from` stands in `is distinct from` and `extract(epoch from …)`. */
function isBeforeTable(tokens: readonly string[], at: number): boolean {
  const [token, before, opening] = [tokens[at], tokens[at - 1], tokens[at - 2]];
  if (token === 'into') return true;
  if (tokens[at + 2] === '(') return false;
  if (token === 'update') return isOperation(token, before);
  if (token === 'join') return true;
  return token === 'from' && before !== 'distinct' && (opening !== '(' || before === 'delete');
}
