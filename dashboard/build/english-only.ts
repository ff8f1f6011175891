import type { Plugin } from 'vite';

/**
 * Leaves out React Aria's texts in other languages, which would be most of its code: the dashboard is in English, and a
 * missing language falls back to it.
 */
export const englishOnly: Plugin = {
  name: 'english-only',
  enforce: 'pre',
  load: {
    filter: { id: /node_modules\/.*\/intl\/(.*\/)?(?!en-US)[a-z]{2}-[A-Z]{2}\.mjs$/ },
    handler: () => 'export default undefined;',
  },
};
