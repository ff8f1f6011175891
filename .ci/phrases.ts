import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

// Finds phrases that readers had to decipher: `npm run lint` checks every tracked ts, tsx and md file. The list has
// only phrases that a pattern finds without false hits. Words with a common other meaning are forbidden only as names.
//
// Why not Vale: it is a Go program, and `npm run lint` must work after `npm ci` alone. It does not read the names of
// exports and files. Its spelling needs a vocabulary with every term of AWS, Stripe and Solana; this list names only what
// has confused readers.

type Phrase = { readonly pattern: RegExp; readonly instead: string };

/** A space in a pattern matches any white space, also across the lines of a paragraph or a comment. */
const phrases: readonly Phrase[] = [
  { pattern: /\be-mail/i, instead: 'email, as on AWS' },
  { pattern: /\banew\b/i, instead: 'again; start over' },
  { pattern: /\bwho(m|so)?ever\b/i, instead: 'clients that …; name the subject' },
  // Not a question, such as the overview's "Who is refused, and why?".
  { pattern: /\bWho (has|had|is|was|asks|calls|clicks|gets|loses|sends|signs)\b(?![^.]{0,60}\?)/, instead: 'If you …' },
  { pattern: /\bof one['’]s own\b|\bown domain\b/i, instead: 'custom; your own …' },
  { pattern: /\bhead starts?\b/i, instead: 'early forward' },
  { pattern: /\bwants\b/i, instead: 'needs; requires' },
  { pattern: /\bstands\b/i, instead: 'is; has; name the relation' },
  { pattern: /\bplan away\b|\bgives? the plan back\b/i, instead: 'suspends; resumes the account' },
  { pattern: /\bof reads, meanwhile\b/i, instead: '(reads: in parallel)' },
  // Not "is well within" or "is well known".
  { pattern: /\b(is|are|was|were) well(?=[.,;:)])/i, instead: 'is healthy' },
  {
    pattern: /\b(is|are) not good\b|\b(no|a|the|without|every) good (key|token|secret)s?\b/i,
    instead: 'valid; rejected',
  },
  { pattern: /\bcount(s|ed)? for nothing\b/i, instead: 'does not count' },
  { pattern: /\bfull again in\b/i, instead: 'resets in' },
  { pattern: /\bholds? from (the|its|their) next\b/i, instead: 'takes effect with the next' },
  { pattern: /\bby how (it|they|calls|requests) /i, instead: 'by outcome' },
  { pattern: /\bended other than\b/i, instead: 'did not succeed' },
  { pattern: /\bgo(es)? on by (itself|themselves)\b/i, instead: 'continues; name what happens' },
  {
    pattern: /\bwhere (it|they|one) (is|are) (left out|missing|not given)\b/i,
    instead: 'default: …; if it is missing',
  },
  { pattern: /\b(it|that|which|what|value) is none\b/i, instead: 'is not valid; is not a …' },
];

/** Between two words: white space, and what begins the next line of a comment or a quotation. */
const gap = String.raw`\s+(?:(?://|\*|>)\s+)?`;
const everywhere = phrases.map(({ pattern, instead }) => ({
  pattern: new RegExp(pattern.source.replaceAll(' ', gap), `g${pattern.flags}`),
  instead,
}));

/** Forbidden as a word within the name of an exported declaration or a file: `toMoment`, `verdict-of.ts`. */
const nameWords =
  'anew doubts door elsewhere head-start(s|ed)? isfilled moment relay(s|ed|ing)? settled stale standing verdicts?';
const forbiddenWord = new RegExp(`(^|-)(${nameWords.split(' ').join('|')})(-|$)`);
/** Forbidden as a whole name, because longer names use them well (`SignUpForm`); and dependencies as `ProxyParts`. */
const forbiddenName = /^(form|parts|place|seen)$/;
const dependencies = /^[A-Z]\w*Parts$/;

const exportedName =
  /^export (?:default )?(?:abstract )?(?:async )?(?:function\*?|class|const|let|type|interface|enum) (\w+)/gm;
const kebab = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase();
const isForbiddenName = (name: string): boolean =>
  forbiddenWord.test(kebab(name)) || forbiddenName.test(kebab(name)) || dependencies.test(name);

/** Generated files, the history of changes, and this list itself. */
const excluded = /^(CHANGELOG\.md|dashboard\/client\/|\.ci\/phrases\.ts$|test\/ci\/phrases\.test\.ts$)/;

/** Sections of a page that a command writes: their words are in that command's source. */
const made = /<!-- ([\w-]+): made by .*?<!-- \/\1 -->/gs;

/** Each phrase and name in a file that must be rewritten, with its line. */
export function findPhrases(path: string, content: string): string[] {
  const text = content.replace(made, (section) => section.replace(/.+/g, ''));
  const at = (index: number) => `${path}:${text.slice(0, index).split('\n').length}`;
  const found = everywhere.flatMap(({ pattern, instead }) =>
    [...text.matchAll(pattern)].map(
      ({ 0: match, index }) => `${at(index)}: "${match.replace(/\s+/g, ' ')}"; write: ${instead}`,
    ),
  );
  const names = [...text.matchAll(exportedName)]
    .filter(([, name = '']) => isForbiddenName(name))
    .map(({ 1: name, index }) => `${at(index)}: the name ${name}`);
  const stem = basename(path).replace(/\..*$/, '');
  return [...(isForbiddenName(stem) ? [`${path}: the name of the file`] : []), ...found, ...names];
}

if (import.meta.main) {
  const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.md'], { encoding: 'utf8' }).trim().split('\n');
  const found = files
    .filter((path) => !excluded.test(path))
    .flatMap((path) => findPhrases(path, readFileSync(path, 'utf8')));
  for (const line of found) console.error(line);
  if (found.length > 0) console.error(`${found.length} phrases or names to rewrite (.ci/phrases.ts).`);
  process.exitCode = found.length > 0 ? 1 : 0;
}
