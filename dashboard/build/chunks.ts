import type { Rolldown } from 'vite';

type Context = Rolldown.ChunkingContext;

const dashboard = new URL('..', import.meta.url).pathname;
/** Its modules are few and small, such as the columns of CSV files. */
const gateway = new URL('../../src/', import.meta.url).pathname;
const isOwn = (id: string): boolean => id.startsWith(dashboard) && !id.includes('/node_modules/');
const library = (...names: readonly string[]): RegExp => new RegExp(`/node_modules/(${names.join('|')})/`);
const reactAria = library('react-aria', 'react-aria-components', 'react-stately', '@internationalized/[^/]+');

const everyPage = library(
  'react',
  'react-dom',
  'scheduler',
  '@tanstack/(?!react-virtual|virtual)[^/]+',
  'use-sync-external-store',
  'openapi-fetch',
  'valibot',
);
const firstPages = ['main.tsx', 'layout/front.tsx', 'pages/sign-in/sign-in-page.tsx', 'pages/sign-in/sign-up-page.tsx'];

/** Own modules that the first pages need, and the gateway's. Not those of libraries: a library's index file needs all of it. */
function neededFirst(context: Context): ReadonlySet<string> {
  const needed = new Set<string>();
  const add = (id: string): void => {
    if (needed.has(id) || !(isOwn(id) || id.startsWith(gateway))) return;
    needed.add(id);
    context.getModuleInfo(id)?.importedIds.forEach(add);
  };
  for (const page of firstPages) add(`${dashboard}${page}`);
  return needed;
}

let first: ReadonlySet<string> | undefined;

/** Only pages with `parts` need it. Tokens have names, too, and the activity tells of grace periods. */
const isOfFigures = (page: string | undefined, id: string): boolean =>
  page === 'usage' || (page === 'keys' && !/\/(key-name|grace-period)\.ts$/.test(id));

/** The file of a module that several pages share. */
function sharedChunk(id: string, context: Context): string | null {
  if (reactAria.test(id) || library('clsx').test(id)) return 'widgets';
  if (library('@aws[^/]+/[^/]+', '@smithy/[^/]+', 'tslib').test(id)) return 'session';
  if (library('lucide-react').test(id) || id.includes('vite/preload-helper')) return 'start';
  first ??= neededFirst(context);
  if (id.startsWith(gateway)) return first.has(id) ? 'start' : 'parts';
  if (!isOwn(id)) return null;
  const [folder, page] = id.slice(dashboard.length).split('/');
  if (folder === 'charts') return 'parts';
  if (folder === 'pages' && (page === 'sign-in' || page === 'docs' || page === 'endpoints')) return page;
  if (folder === 'pages' && page !== 'history' && (!id.endsWith('.ts') || isOfFigures(page, id))) return 'parts';
  if (first.has(id)) return 'start';
  const imported = context.getModuleInfo(id)?.importedIds ?? [];
  // A file imports what its modules import: beside the charts, it would bring them to every page.
  if (imported.some((it) => it.startsWith(`${dashboard}charts/`))) return 'parts';
  return imported.some((it) => reactAria.test(it)) ? 'widgets' : 'session';
}

/**
 * A page loads few files, and little that it does not need: `libraries` and `start` for every page, `session` for the
 * pages of a signed-in user, `widgets` for those with dialogs and lists, `parts` for what pages show of each other. Without
 * groups, each set of pages that share a module would make a file: a page then loads thirty.
 */
export const chunks: Rolldown.CodeSplittingOptions = {
  groups: [
    { name: 'libraries', priority: 2, test: everyPage },
    { name: sharedChunk, debugName: 'shared', priority: 1, minShareCount: 2, includeDependenciesRecursively: false },
  ],
};
