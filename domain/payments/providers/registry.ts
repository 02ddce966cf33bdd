/** Providers that are reached over the network: one line each. */
export { chapa } from './chapa/index.ts';
export { mpesa } from './mpesa/index.ts';
export { mtn_momo } from './mtn_momo/index.ts';
export { santimpay } from './santimpay/index.ts';
export { telebirr } from './telebirr/index.ts';
