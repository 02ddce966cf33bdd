export {
  configureProvider as configure,
  listProviders as list,
  removeProviderConfig as remove,
  sealedCredentials,
} from './provider-configs.ts';
export { presentProviderConfig as present, providerConfigSchema as schema } from './provider.presenter.ts';
export { isOptional } from './credentials.ts';
