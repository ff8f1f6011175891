import { readFileSync } from 'node:fs';

/** The sections of a page by their heading, each with its commands of npm in the order of the text. */
export function commandsBySection(page: string): ReadonlyMap<string, readonly string[]> {
  const [introduction = '', ...sections] = readFileSync(page, 'utf8').split(/^## /m);
  const ofAll = commandsIn(introduction);
  return new Map(
    sections.map((section) => {
      const [heading = ''] = section.split('\n', 1);
      return [heading, [...new Set([...commandsIn(section), ...ofAll])]];
    }),
  );
}

/** Commands that end by themselves and need no deployment: `npm …` in code, without those that name a file of the reader. */
const commandsIn = (text: string): string[] =>
  [...text.matchAll(/`((?:npm|npx) [^`]+)`/g)]
    .map(([, command = '']) => command.replaceAll(/\s+/g, ' '))
    .filter((command) => !/^npm (start|run methods)/.test(command));

/** The lines of the first code block below a heading, without comments. */
export function linesBelow(page: string, heading: string): readonly string[] {
  const [, text = ''] = readFileSync(page, 'utf8').split(`## ${heading}\n`);
  const [, code = ''] = /```sh\n([\s\S]*?)```/.exec(text) ?? [];
  return code
    .split('\n')
    .map((line) => line.replace(/\s+#.*$/, ''))
    .filter((line) => line !== '');
}
