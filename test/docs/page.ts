import { readFileSync } from 'node:fs';

/** The blocks of a page in one language, as they stand between their fences. */
export const blocksOf = (page: string, language: string): string[] =>
  [...readFileSync(page, 'utf8').matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))].map(
    ([, block]) => block ?? '',
  );
