/** Reads M-PESA's callbacks. They are unsigned: only Safaricom knows the address, and senders can be limited by configuration. */
import { BlockList, isIPv6 } from 'node:net';
import { given } from '../../../../core/given.ts';
import { readJsonObject, toJson } from '../../../../core/json.ts';
import type { PaymentRow } from '../../payment.model.ts';
import type { CallbackReading, ProviderCallback, ProviderSetup } from '../provider.port.ts';
import { readPushCallback, readResult } from './callback.rules.ts';
import { addressesIn } from './credentials.ts';
import { TIMEOUT_SUFFIX, TOPIC_PARAMETER } from './initiator.ts';

export function readCallback(
  payment: PaymentRow,
  callback: ProviderCallback,
  { credentials }: ProviderSetup,
): CallbackReading {
  if (!isAllowed(callback.ip, credentials['callback_ip_allowlist'] ?? ''))
    return { authenticity: 'rejected' };
  const topic = new URLSearchParams(callback.query).get(TOPIC_PARAMETER);
  return topic === null ? readPush(payment, callback.body) : readLaterResult(payment, topic, callback.body);
}

function readPush({ provider_data: known }: PaymentRow, body: Buffer): CallbackReading {
  const push = readPushCallback(body);
  if (!push) return { authenticity: 'unverified' };
  const { checkout_request_id, result_code, receipt, amount_minor } = push;
  const known_id = known['checkout_request_id'];
  if (known_id !== undefined && checkout_request_id !== known_id) return { authenticity: 'rejected' };
  return {
    authenticity: 'unverified',
    ...given({ provider_txn_id: receipt, claimed_status: result_code }),
    claims_paid: result_code === '0',
    ...(result_code === '0' ? { amount_minor: amount_minor === 'unreadable' ? null : amount_minor } : {}),
    // The id is missing where the answer to the push was lost, or is not here yet.
    remember: given({ receipt, checkout_request_id: known_id === undefined ? checkout_request_id : null }),
  };
}

/** The first result is kept: a repeat, and the notice of a timeout, change nothing. */
function readLaterResult({ provider_data }: PaymentRow, topic: string, body: Buffer): CallbackReading {
  const is_result = /^(?:reversal|status)-\w+(?:-\w+)?$/.test(topic) && !topic.endsWith(TIMEOUT_SUFFIX);
  const result = !is_result ? null : readResult(readJsonObject(body.toString('utf8')));
  const is_repetition = topic.startsWith('reversal-') && provider_data[topic] !== undefined;
  return {
    authenticity: 'unverified',
    ...(result?.result_code ? { claimed_status: `${topic}: ${result.result_code}` } : {}),
    ...(result && !is_repetition ? { remember: { [topic]: toJson(result) } } : {}),
  };
}

/** @param list of addresses and networks; all are allowed where it is empty */
export function isAllowed(ip: string, list: string): boolean {
  const allowed = addressesIn(list);
  if (allowed.length === 0) return true;
  const addresses = new BlockList();
  for (const each of allowed) {
    const [address = '', bits] = each.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) addresses.addAddress(address, family);
    else addresses.addSubnet(address, Number(bits), family);
  }
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '');
  return addresses.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
}
