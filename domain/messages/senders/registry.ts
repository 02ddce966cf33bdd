/** Every sender there is. `none` sends nothing. */
import { africastalking } from './africastalking.ts';
import { httpGateway } from './http-gateway.ts';
import { sandbox } from './sandbox.ts';
import type { Sender, SenderName } from './sender.port.ts';
import { smtp } from './smtp.ts';

export const SENDERS: Readonly<Record<Exclude<SenderName, 'none'>, Sender>> = {
  sandbox,
  africastalking,
  http: httpGateway,
  smtp,
};
