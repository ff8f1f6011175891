import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { replaceSection } from '../bench/section.ts';

const page = fileURLToPath(new URL('../../docs/reliability.md', import.meta.url));

/** Writes a generated part of docs/reliability.md anew; see {@link replaceSection}. */
export const writeSection = (name: string, text: string): void =>
  writeFileSync(page, replaceSection(readFileSync(page, 'utf8'), name, text));
