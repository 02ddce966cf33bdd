/** `recon missing`: payments that are missing on the statement. */
import type { Call, OperationRow } from '../../command.ts';
import { EXIT, type ExitCode } from '../../failure.ts';
import { tableText } from '../../output/results.ts';
import { prepare, send } from '../../request/send.ts';
import { print, tell } from '../../output/terminal.ts';

interface Run {
  missing_on_statement: { [field: string]: unknown; payment_id: string }[];
  missing_on_statement_count: number;
}

export async function run(call: Call, row: OperationRow): Promise<ExitCode> {
  const prepared = await prepare(call, row);
  const { settings, facts } = prepared;
  const { as_json, quiet } = settings;
  const { missing_on_statement, missing_on_statement_count } = (await send<Run>(prepared)).data;
  if (as_json) print(JSON.stringify({ missing_on_statement, missing_on_statement_count }));
  else if (quiet) for (const { payment_id } of missing_on_statement) print(payment_id);
  else {
    if (missing_on_statement.length > 0)
      print(tableText(facts.lists['missing_on_statement'], missing_on_statement, settings));
    tell(`${missing_on_statement_count} missing, ${missing_on_statement.length} shown.`);
  }
  return EXIT.done;
}
