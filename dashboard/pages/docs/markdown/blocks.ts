/** A block of a page in Markdown, as far as the docs use it. */
export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string; readonly id: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: readonly string[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'table'; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };

/** An anchor as GitHub makes it: lower case, hyphens for spaces, no other signs. */
const anchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');

type Rule = {
  readonly starts: RegExp;
  /** Whether a further line belongs to the block. */
  readonly goesOn: (line: string, lines: readonly string[]) => boolean;
  readonly block: (lines: readonly string[]) => Block;
};

const fence = /^```/;
const bullet = /^[-*] /;
const numbered = /^\d+\. /;
const isBlank = (line: string): boolean => line.trim() === '';

const rules: readonly Rule[] = [
  {
    starts: fence,
    goesOn: (_line, lines) => lines.length === 1 || !fence.test(lines.at(-1) ?? ''),
    block: (lines) => ({ kind: 'code', text: lines.slice(1, -1).join('\n') }),
  },
  { starts: /^#{1,6} /, goesOn: () => false, block: ([line = '']) => heading(line) },
  { starts: /^\|/, goesOn: (line) => line.startsWith('|'), block: table },
  { starts: bullet, goesOn: (line) => bullet.test(line) || /^ +\S/.test(line), block: (lines) => list(lines, bullet) },
  {
    starts: numbered,
    goesOn: (line) => numbered.test(line) || /^ +\S/.test(line),
    block: (lines) => list(lines, numbered),
  },
];
const paragraph: Rule = {
  starts: /^/,
  goesOn: (line) => !isBlank(line) && !rules.some(({ starts }) => starts.test(line)),
  block: (lines) => ({ kind: 'paragraph', text: lines.join(' ') }),
};

/** The blocks of a page in Markdown. */
export function markdownBlocks(page: string): Block[] {
  const blocks: Block[] = [];
  const left = page.split(/\r?\n/);
  for (let line = left.shift(); line !== undefined; line = left.shift()) {
    if (isBlank(line)) continue;
    const start = line;
    const rule = rules.find(({ starts }) => starts.test(start)) ?? paragraph;
    const lines = [start];
    while (left[0] !== undefined && rule.goesOn(left[0], lines)) lines.push(left.shift() ?? '');
    blocks.push(rule.block(lines));
  }
  return blocks;
}

function heading(line: string): Block {
  const [, signs = '', text = ''] = /^(#+) (.*)$/.exec(line) ?? [];
  return { kind: 'heading', level: signs.length, text, id: anchor(text) };
}

function list(lines: readonly string[], mark: RegExp): Block {
  const items: string[] = [];
  for (const line of lines) {
    if (mark.test(line)) items.push(line.replace(mark, ''));
    else items.push(`${items.pop() ?? ''} ${line.trim()}`);
  }
  return { kind: 'list', isOrdered: mark === numbered, items };
}

function table([head = '', , ...rows]: readonly string[]): Block {
  return { kind: 'table', head: cells(head), rows: rows.map(cells) };
}

const cells = (row: string): string[] =>
  row
    .slice(1, row.lastIndexOf('|'))
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));
