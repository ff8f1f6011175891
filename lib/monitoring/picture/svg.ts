/** Where something is drawn, in pixels. */
export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

export const text = (x: number, y: number, words: string, attributes = ''): string =>
  `<text x="${round(x)}" y="${round(y)}"${attributes && ` ${attributes}`}>${escaped(words)}</text>`;

export const rectangle = ({ x, y, width, height }: Box, attributes: string): string =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" ${attributes}/>`;

export const line = (points: readonly (readonly [number, number])[], attributes: string): string =>
  `<polyline points="${points.map((point) => point.map(round).join(',')).join(' ')}" fill="none" ${attributes}/>`;

/** About how wide words are in the picture's font. */
export const widthOf = (words: string, size: number): number => words.length * size * 0.6;

/** Words in lines that are at most so wide. */
export function wrapped(words: string, width: number, size: number): string[] {
  const lines: string[] = [];
  for (const word of words.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim();
    if (lines.length > 0 && widthOf(longer, size) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

const round = (value: number): number => Math.round(value * 10) / 10;

const escaped = (words: string): string =>
  words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
