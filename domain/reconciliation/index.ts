export { parseStatement } from './parsing/parse-statement.rules.ts';
