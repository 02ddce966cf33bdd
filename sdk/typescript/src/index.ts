/** `@ushirika/sdk`: the client of Ushirika for servers. */

export { Call, type FullAnswer } from './call.ts';
export { Ushirika, type ClientOptions } from './client.ts';
export * from './errors.ts';
export type * from './generated/models.ts';
export { VERSION } from './generated/version.ts';
export { Page, PageCall } from './page.ts';
export type { KeyOptions, RequestOptions } from './resource.ts';
export type { Fetch, Logger } from './transport.ts';
export { Webhooks, type WebhookHeaders } from './webhooks.ts';
