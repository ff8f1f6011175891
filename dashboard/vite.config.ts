import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunks } from './build/chunks.ts';
import { englishOnly } from './build/english-only.ts';
import { publishDocuments } from './build/publish-documents.ts';
import { publishNotices } from './build/publish-notices.ts';

/** The server of `npm start`, which provides the API and config.json for `npm run dev --workspace sluice-dashboard`. */
const local = 'http://127.0.0.1:8548';

export default defineConfig({
  plugins: [react(), englishOnly, publishDocuments, publishNotices],
  build: {
    target: 'es2024',
    // A data: address would need a wider content security policy.
    assetsInlineLimit: 0,
    // Every browser of the target supports module preload, so its polyfill would be a useless script.
    modulePreload: { polyfill: false },
    // One file of 10 KB for all pages: no page waits for a file of its own, or fails without it.
    cssCodeSplit: false,
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: chunks } },
  },
  server: { host: '127.0.0.1', proxy: { '/v1': local, '/config.json': local, '/status.json': local } },
});
