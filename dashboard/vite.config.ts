import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where `npm start` serves the built dashboard: the API and config.json of `npm run dev --workspace sluice-dashboard`. */
const local = 'http://127.0.0.1:8548';

export default defineConfig({
  plugins: [react()],
  build: {
    target: 'es2024',
    // A data: address would need a wider content security policy.
    assetsInlineLimit: 0,
    // The browsers that the target names know it; the polyfill is a script that the page would load for nothing.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: { host: '127.0.0.1', proxy: { '/v1': local, '/config.json': local } },
});
