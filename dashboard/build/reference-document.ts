import { inlineHtml, renderPage } from './rendered-markdown.ts';

/**
 * The OpenAPI document as the dashboard's reference shows it: descriptions, which are Markdown, are HTML, and that of the
 * API is a rendered page.
 */
export function referenceDocument(openApi: string): string {
  const { info, ...document } = JSON.parse(openApi);
  return JSON.stringify({ ...withHtml(document), info: { ...info, description: renderPage(info.description ?? '') } });
}

/** Members whose values are data, not part of the document. */
const data = ['example', 'examples', 'default', 'const', 'enum'];

function withHtml(value: object): object {
  const members = Object.entries(value).map(([name, member]) => {
    if (name === 'description' && typeof member === 'string') return [name, inlineHtml(member)];
    return [name, data.includes(name) || !isObject(member) ? member : withHtml(member)];
  });
  return Array.isArray(value) ? members.map(([, member]) => member) : Object.fromEntries(members);
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
