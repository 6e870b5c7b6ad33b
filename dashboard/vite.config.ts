import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const root = fileURLToPath(new URL('.', import.meta.url));

/** `npx vite dev dashboard` serves the sources beside a running service. */
const SERVICE = 'http://127.0.0.1:3000';

export default defineConfig({
  root,
  base: '/dashboard/',
  plugins: [react(), tailwindcss()],
  resolve: { alias: { '@billing-service/sdk': `${root}../packages/sdk/src/index.ts` } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { host: '127.0.0.1', proxy: { '/dashboard/api': SERVICE, '/v1': SERVICE, '/docs': SERVICE } },
});
