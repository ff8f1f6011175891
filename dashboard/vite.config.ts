import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The server of `npm start`, which provides the API and config.json for `npm run dev --workspace sluice-dashboard`. */
const local = 'http://127.0.0.1:8548';

export default defineConfig({
  plugins: [react()],
  build: {
    target: 'es2024',
    // A data: address would need a wider content security policy.
    assetsInlineLimit: 0,
    // Every browser of the target supports module preload, so its polyfill would be a useless script.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: { host: '127.0.0.1', proxy: { '/v1': local, '/config.json': local } },
});
