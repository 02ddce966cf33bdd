/** What the module stores sealed, for the change of the encryption key. */
import { sealedEndpoints } from './endpoints/endpoints.ts';
import { sealedEventSecrets } from './event-secrets.ts';

export const sealedWebhookTables = [sealedEndpoints, sealedEventSecrets];
