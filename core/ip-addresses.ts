/** Addresses of clients, and ranges of them. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** What one customer of a network provider gets in IPv6: addresses within it change by themselves. */
const IPV6_NETWORK_BITS = 56;

/** Written in full: what leaves parts of an address out, or may be octal, means different addresses to different readers. */
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

/** The address, or of IPv6 the network of one customer, in one spelling. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return Buffer.from(parsed.toByteArray().slice(0, IPV6_NETWORK_BITS / 8)).toString('hex');
}
