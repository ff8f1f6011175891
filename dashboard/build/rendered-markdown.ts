import { Marked, type Token, type Tokens } from 'marked';

/**
 * A part of a rendered page: HTML, or what the dashboard shows with a component of its own, such as a code block with its
 * copy button.
 */
type RenderedPart =
  | { readonly kind: 'html' | 'code'; readonly content: string }
  | { readonly kind: 'table'; readonly content: string; readonly label: string };

export type RenderedPage = {
  readonly sections: readonly { readonly id: string; readonly title: string }[];
  readonly parts: readonly RenderedPart[];
};

/** An anchor as GitHub makes it: lower case, hyphens for spaces, no other signs. */
const anchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');

/** The address of a link of a document in the dashboard; undefined for one that may not be opened. */
export function linkTarget(to: string): string | undefined {
  const [, page, hash = ''] = /^([a-z-]+)\.md(#[\w-]+)?$/.exec(to) ?? [];
  if (page !== undefined) return page === 'changelog' ? '/changelog' : `/docs/${page}${hash}`;
  return /^(https?:\/\/|\/(?!\/)|#)/.test(to) ? to : undefined;
}

const marked = new Marked({
  renderer: {
    heading({ depth, text, tokens }) {
      return `<h${depth} id="${anchor(text)}">${this.parser.parseInline(tokens)}</h${depth}>`;
    },
    tablecell({ header, tokens }) {
      const text = this.parser.parseInline(tokens);
      return header ? `<th scope="col">${text}</th>` : `<td>${text}</td>`;
    },
    link({ href, tokens }) {
      const label = this.parser.parseInline(tokens).replace(/^https?:\/\//, '');
      const target = linkTarget(href);
      return target === undefined ? label : `<a href="${target.replaceAll('"', '%22')}">${label}</a>`;
    },
    // The docs have none, and none may get into the dashboard.
    html: () => '',
  },
});

/** HTML of a text in Markdown within a line: code, bold text and links. */
export const inlineHtml = (text: string): string => marked.parseInline(text, { async: false });

/** A page in Markdown without its title, which is the title of the dashboard's page. */
export function renderPage(page: string): RenderedPage {
  const tokens = marked.lexer(page);
  const headings = tokens.filter((token): token is Tokens.Heading => token.type === 'heading');
  const parts: RenderedPart[] = [];
  for (const token of tokens) {
    if (token.type === 'heading' && token.depth === 1) continue;
    const part = partOf(token);
    const last = parts.at(-1);
    if (part.kind === 'html' && last?.kind === 'html') parts[parts.length - 1] = joined(last.content, part.content);
    else if (part.content !== '') parts.push(part);
  }
  const sections = headings.filter(({ depth }) => depth === 2);
  return { sections: sections.map(({ text }) => ({ id: anchor(text), title: inlineHtml(text) })), parts };
}

const joined = (one: string, other: string): RenderedPart => ({ kind: 'html', content: one + other });

function partOf(token: Token): RenderedPart {
  if (isCode(token)) return { kind: 'code', content: token.text };
  const content = marked.parser([token]);
  if (!isTable(token)) return { kind: 'html', content };
  const label = token.header.map(({ text }) => text.replaceAll('`', '')).filter(Boolean);
  return { kind: 'table', label: label.join(', '), content: content.replace(/^<table>|<\/table>\s*$/g, '') };
}

const isCode = (token: Token): token is Tokens.Code => token.type === 'code';
const isTable = (token: Token): token is Tokens.Table => token.type === 'table';
