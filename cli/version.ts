/** The version of the tool: that of its package. */
import manifest from './package.json' with { type: 'json' };

export const VERSION: string = manifest.version;
