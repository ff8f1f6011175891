/** A part of a line: text, code, bold text or a link. */
export type Inline =
  | { readonly kind: 'text' | 'code' | 'bold'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly to: string };

const part = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^)\s]+)\)|<(https?:[^>]+)>/g;

/** The parts of a text in Markdown. Bold text and labels of links may have parts of their own. */
export function inlineParts(text: string): Inline[] {
  const parts: Inline[] = [];
  let end = 0;
  for (const match of text.matchAll(part)) {
    if (match.index > end) parts.push({ kind: 'text', text: text.slice(end, match.index) });
    parts.push(partOf(match));
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) });
  return parts;
}

function partOf([whole, code, bold, label, to, url]: RegExpMatchArray): Inline {
  if (code !== undefined) return { kind: 'code', text: code };
  if (bold !== undefined) return { kind: 'bold', text: bold };
  if (label !== undefined && to !== undefined) return { kind: 'link', text: label, to };
  return url === undefined ? { kind: 'text', text: whole } : { kind: 'link', text: url, to: url };
}

/** The address of a link of a document in the dashboard; undefined for one that may not be opened. */
export function linkTarget(to: string): string | undefined {
  const [, page, anchor = ''] = /^([a-z-]+)\.md(#[\w-]+)?$/.exec(to) ?? [];
  if (page !== undefined) return page === 'changelog' ? '/changelog' : `/docs/${page}${anchor}`;
  return /^(https?:\/\/|\/(?!\/)|#)/.test(to) ? to : undefined;
}
