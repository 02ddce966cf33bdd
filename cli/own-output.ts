/** What commands of the tool itself answer: a flat object, as JSON or as lines. */
import { fieldsText } from './output.ts';
import { print } from './terminal.ts';

export async function printFacts(facts: Record<string, unknown>, as_json: boolean): Promise<void> {
  print(as_json ? JSON.stringify(facts) : await fieldsText(facts));
}
