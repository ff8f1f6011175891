import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { replaceSection } from './section.ts';

/**
 * Writes a generated part of a page in docs anew, of performance.md unless another is named; see {@link
 * replaceSection}.
 */
export function writeSection(name: string, text: string, page = 'performance.md'): void {
  const file = fileURLToPath(new URL(`../../docs/${page}`, import.meta.url));
  writeFileSync(file, replaceSection(readFileSync(file, 'utf8'), name, text));
}
