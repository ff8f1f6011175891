import { readFileSync } from 'node:fs';
import type { BundledPackage } from './bundled-packages.ts';
import { textOf } from './licence-text.ts';

const comment = /\/\*[\s\S]*?\*\/|(?:^[ \t]*\/\/.*\n?)+/gm;
const copyrightLine = /copyright.*(\(c\)|©|\d{4}|all rights reserved)/i;
const permission = /permission is hereby granted/i;

/**
 * The copyright notices in the comments of a package's modules that its licence lacks: packages contain copies of other
 * people's code. A notice is the whole comment, with the text of the MIT licence if it only names it.
 */
export function copiedNotices({ modules }: BundledPackage, licence: string): string[] {
  const known = comparable(licence);
  const sources = modules.filter((file) => /\.([cm]?js|css)$/.test(file)).map((file) => readFileSync(file, 'utf8'));
  const notices = sources
    .flatMap((source) => source.match(comment) ?? [])
    .map(withoutMarks)
    .filter((text) => copyrightLines(text).some((line) => !known.includes(line)))
    .map((text) => (/\bMIT\b/.test(text) && !permission.test(licence + text) ? `${text}\n\n${textOf.MIT}` : text));
  return [...new Set(notices)];
}

const copyrightLines = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => copyrightLine.test(line))
    .map(comparable);

/** Letters and digits: the same notice is written with different spaces and punctuation. */
const comparable = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('(c)', '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const withoutMarks = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.replace(/^\s*(\/\*+!?|\*\/|\*|\/\/+)? ?/, '').replace(/\s*\*\/\s*$/, ''))
    .map((line) => line.trimEnd())
    .join('\n')
    .trim();
