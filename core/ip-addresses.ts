/** IP addresses of clients, and ranges of addresses. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The IPv6 prefix that an internet provider gives one customer: addresses within it change by themselves. */
const IPV6_NETWORK_BITS = 56;

/** Addresses must be written in full: short and octal forms mean different addresses to different readers. */
export function isAddressOrRange(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  if (more.length > 0 || isIP(address) === 0 || address.includes('%')) return false;
  if (bits === undefined) return ipaddr.isValid(text);
  return /^\d{1,3}$/.test(bits) && ipaddr.isValidCIDR(text) && !/^::ffff:/i.test(address);
}

/** @param allowed addresses and ranges; null: every address */
export function isAllowedAddress(allowed: readonly string[] | null, address: string): boolean {
  if (allowed === null) return true;
  if (!ipaddr.isValid(address)) return false;
  const from = ipaddr.process(address);
  return allowed.some((each) => {
    const [range, bits] = ipaddr.isValidCIDR(each) ? ipaddr.parseCIDR(each) : [ipaddr.process(each), null];
    if (range.kind() !== from.kind()) return false;
    return from.match(range, bits ?? (range.kind() === 'ipv4' ? 32 : 128));
  });
}

/** The address in one spelling; for IPv6 the network of one customer. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return Buffer.from(parsed.toByteArray().slice(0, IPV6_NETWORK_BITS / 8)).toString('hex');
}
