/** How the dashboard is built: into dist/dashboard, which the API process serves. */
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react()],
  // The sources of the SDK, so that the dashboard does not depend on its last build.
  resolve: { conditions: ['ushirika-source', ...defaultClientConditions] },
  // Replaced in each response by a nonce of its own (api/http/dashboard.ts).
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: '../dist/dashboard',
    // An open page continues to load the parts of its own version.
    emptyOutDir: false,
    target: 'es2022',
    // A data: address of an asset would need a wider content security policy.
    assetsInlineLimit: 0,
    // Lists the assets of this build, beside those of earlier ones.
    manifest: 'manifest.json',
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000,
    // The SDK's way to WebCrypto on old versions of Node, which no browser reaches.
    rolldownOptions: {
      external: ['node:crypto'],
      output: {
        // The first page is loaded as two files, which compress better than sixty.
        codeSplitting: {
          groups: [
            { name: 'packages', tags: ['$initial'], test: /node_modules/ },
            { name: 'first', tags: ['$initial'] },
            // What many pages use: one file instead of one for each small module.
            {
              name: 'packages-later',
              test: /node_modules.(@mantine|@floating-ui|@tabler)/,
              minShareCount: 3,
            },
            { name: 'shared', minShareCount: 4 },
          ],
        },
      },
    },
  },
});
