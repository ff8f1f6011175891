import type { Plugin } from 'vite';
import { publishedDocuments } from './published-documents.ts';

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript',
  json: 'application/json',
  md: 'text/markdown; charset=utf-8',
  mjs: 'text/javascript',
  svg: 'image/svg+xml',
  txt: 'text/plain',
};

/** Serves the documents for customers beside the dashboard, and adds them to the build. */
export const publishDocuments: Plugin = {
  name: 'publish-documents',
  generateBundle() {
    for (const [fileName, source] of publishedDocuments()) this.emitFile({ type: 'asset', fileName, source });
  },
  configureServer({ middlewares }) {
    middlewares.use((request, response, next) => {
      const path = request.url?.slice(1).split('?')[0] ?? '';
      const document = publishedDocuments().get(path);
      if (document === undefined) return next();
      response.setHeader('content-type', types[path.split('.').at(-1) ?? ''] ?? 'text/plain').end(document);
    });
  },
};
