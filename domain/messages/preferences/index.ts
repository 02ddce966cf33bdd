export {
  getPreferences as get,
  preferencesSchema as schema,
  presentPreferences as present,
  setPreferences as set,
  type PreferenceChange as Change,
} from './preferences.ts';
