import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import { thirdPartyNotices } from '../../bin/build/third-party/third-party-notices.ts';

// It is served as plain text without a character set, and names have letters beyond ASCII: the mark says that it is UTF-8.
const byteOrderMark = '\uFEFF';

/** Adds the licences of the packages with code, icons or fonts in the build. */
export const publishNotices: Plugin = {
  name: 'publish-notices',
  generateBundle(_options, bundle) {
    const files = Object.values(bundle).flatMap((file) =>
      file.type === 'chunk'
        ? file.moduleIds
        : file.originalFileNames.map((name) => resolve(import.meta.dirname, '..', name)),
    );
    const source = byteOrderMark + thirdPartyNotices(files);
    this.emitFile({ type: 'asset', fileName: 'third-party-notices.txt', source });
  },
};
