import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { errorClass } from '../../src/error-class.ts';

/** A number for reading: whole from a hundred on, with three digits that count below, and a comma in thousands. */
export const numeral = (figure: number): string =>
  figure.toLocaleString(
    'en-US',
    Math.abs(figure) >= 100 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 3 },
  );

/** A table in Markdown. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const longestLine = 120;

/** A line of prose as several of at most 120 characters. Those of a list are indented below its hyphen. */
function wrapped(line: string): string {
  if (line.length <= longestLine || /^[|#]/.test(line)) return line;
  const indent = line.startsWith('- ') ? '  ' : '';
  return line.split(' ').reduce((text, word) => {
    const length = text.length - text.lastIndexOf('\n') - 1;
    return `${text}${length + 1 + word.length > longestLine ? `\n${indent}` : ' '}${word}`;
  });
}

/** A page has no place for a generated part. */
export class SectionMissingError extends errorClass('SectionMissingError', 'section_missing') {}

/**
 * A page with the text between the two markers of a name replaced: `<!-- NAME: made by COMMAND -->` and
 * `<!-- /NAME -->`, each on a separate line. Long lines of prose are wrapped.
 * @throws {SectionMissingError}
 */
export function replaceSection(page: string, name: string, text: string): string {
  const lines = page.split('\n');
  const start = lines.findIndex((line) => line.startsWith(`<!-- ${name}: `) && line.endsWith('-->'));
  const end = lines.indexOf(`<!-- /${name} -->`, start);
  if (start < 0 || end < 0) throw new SectionMissingError(`The page has no markers for "${name}".`);
  const section = text.trim().split('\n').map(wrapped);
  return [...lines.slice(0, start + 1), '', ...section, '', ...lines.slice(end)].join('\n');
}

/**
 * Replaces a generated section of a page; see {@link replaceSection}.
 * @param page its path from the repository's root
 */
export function writeSection(name: string, text: string, page: string): void {
  const file = fileURLToPath(new URL(`../../${page}`, import.meta.url));
  writeFileSync(file, replaceSection(readFileSync(file, 'utf8'), name, text));
}

/**
 * Figures that only the results file has, by benchmark: those whose names match. They are for comparing one run with
 * another; a target may still be held against them.
 */
export const details: Readonly<Record<string, RegExp>> = {
  'cold-start': /^empty handler.* against|, (INIT|first answer)$/,
  'dynamodb-units': /^read units|^tallies, .* window/,
  throughput: /on the clock$/,
  latency: /p95$|^DynamoDB calls/,
};

/** Whether the page shows a figure. */
export const isShown = (benchmark: string, figure: string): boolean => !details[benchmark]?.test(figure);
