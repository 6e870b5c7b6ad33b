import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { keyProxy, keySession } from './dev/key-session.ts';

/**
 * Settings of `npm run dev`: API_URL is a running service (http://localhost:3000 by default). With API_KEY, requests
 * use that key instead of a session.
 */
const { API_URL = 'http://localhost:3000', API_KEY } = process.env;
const proxy = {
  ...(API_KEY === undefined ? {} : keyProxy(API_URL, API_KEY)),
  '/dashboard/api': { target: API_URL },
};

// eslint-disable-next-line no-restricted-syntax -- Vite takes its configuration by the default export.
export default defineConfig({
  base: '/dashboard/',
  plugins: [react(), tailwindcss(), ...(API_KEY === undefined ? [] : [keySession(API_URL, API_KEY)])],
  resolve: {
    alias: { '@billing-service/sdk': fileURLToPath(new URL('src/api/sdk.ts', import.meta.url)) },
  },
  build: { target: 'es2023', manifest: true, assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: { proxy },
  preview: { proxy },
});
