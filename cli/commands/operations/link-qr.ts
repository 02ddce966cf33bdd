/** `payment-links qr`: the address of a payment link as a QR code in the terminal. */
import { renderUnicodeCompact } from 'uqr';
import type { Call, OperationRow } from '../../command.ts';
import { EXIT, type ExitCode } from '../../failure.ts';
import { prepare, send } from '../../request/send.ts';
import { print } from '../../output/terminal.ts';

/** Width in modules of the light border that scanners need (ISO/IEC 18004). */
const QUIET_ZONE = 4;

export async function run(call: Call, row: OperationRow): Promise<ExitCode> {
  const prepared = await prepare(call, row);
  const { data, text } = await send<{ url: string }>(prepared);
  if (prepared.settings.as_json) print(text);
  else {
    print(drawQrCode(data.url));
    print(data.url);
  }
  return EXIT.done;
}

/** Light modules are drawn in the terminal's text colour, two rows a line. */
export function drawQrCode(text: string): string {
  return renderUnicodeCompact(text, { ecc: 'M', border: QUIET_ZONE });
}
