import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { publicChangelog, publicMarkdown, quotaWarning } from './public-markdown.ts';
import { referenceDocument } from './reference-document.ts';
import { renderPage } from './rendered-markdown.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const pages = ['api.md', 'management-api.md'] as const;

/** The files of the repository from which the documents beside the dashboard are made. */
export const documentSources: readonly string[] = [
  ...pages.map((page) => `${repository}docs/${page}`),
  `${repository}docs/openapi.json`,
  `${repository}CHANGELOG.md`,
  `${repository}docs/${quotaWarning.source}`,
  `${repository}dashboard/layout/neutral-logo.svg`,
];

const read = (path: string): string => readFileSync(`${repository}${path}`, 'utf8');

/** What is served beside the dashboard for programs and their users, and rendered for the dashboard, by its path. */
export function publishedDocuments(): ReadonlyMap<string, string> {
  const markdown = [
    ...pages.map((page) => [`docs/${page}`, publicMarkdown(read(`docs/${page}`), pages)] as const),
    ['docs/changelog.md', publicChangelog(read('CHANGELOG.md'))] as const,
  ];
  const openApi = read('docs/openapi.json');
  return new Map([
    ...markdown,
    ...markdown.map(([path, page]) => [path.replace(/\.md$/, '.json'), JSON.stringify(renderPage(page))] as const),
    [quotaWarning.address.slice(1), read(`docs/${quotaWarning.source}`)],
    ['openapi.json', JSON.stringify(JSON.parse(openApi))],
    ['reference.json', referenceDocument(openApi)],
    ['llms.txt', llms],
    ['robots.txt', robots],
    ['theme.js', earlyTheme],
    ['favicon.svg', read('dashboard/layout/neutral-logo.svg')],
  ]);
}

// Pages say noindex themselves, which a crawler must be able to read.
const robots = 'User-agent: *\nDisallow:\n';

// Runs before the first paint, in place of theme/theme.ts: who chose dark must not see a white page while the app loads.
// It is a file because the content security policy allows no script in the page.
const earlyTheme = `try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is blocked: the system's theme.
}
`;

// In ASCII: it is served as plain text, for which no character set is given. See https://llmstxt.org.
const llms = `# Blockchain JSON-RPC gateway

> JSON-RPC 2.0 over HTTP POST for blockchain networks. Each request carries a key in the header X-API-KEY. A REST API
> manages keys and reads usage and history.

## Docs

- [The RPC endpoint](/docs/api.md): requests, limits, answers, errors, and what happens when a node fails
- [The management API](/docs/management-api.md): sign-in, keys, usage, history and billing with curl
- [OpenAPI document](/openapi.json): every operation of the management API

## Optional

- [Changelog](/docs/changelog.md): what has changed for customers
- [Status](/status): the state of the networks and their nodes, for people; [the same as JSON](/status.json)
`;
