/**
 * Whether an SPDX licence expression can be met with the licences allowed: all of an `AND`, one of an `OR`. Words that
 * belong to no such expression, and brackets left open, are not permitted.
 */
export function permits(allowed: ReadonlySet<string>, expression: string): boolean {
  const words = expression.match(/[()]|[^\s()]+/g) ?? [];
  const met = anyOf(words, allowed);
  return met && words.length === 0;
}

function anyOf(words: string[], allowed: ReadonlySet<string>): boolean {
  const met = [allOf(words, allowed)];
  while (next(words, 'OR')) met.push(allOf(words, allowed));
  return met.includes(true);
}

function allOf(words: string[], allowed: ReadonlySet<string>): boolean {
  const met = [one(words, allowed)];
  while (next(words, 'AND')) met.push(one(words, allowed));
  return !met.includes(false);
}

function one(words: string[], allowed: ReadonlySet<string>): boolean {
  if (!next(words, '(')) return allowed.has(words.shift() ?? '');
  const met = anyOf(words, allowed);
  return next(words, ')') && met;
}

/** Takes the next word if it is this one. */
function next(words: string[], word: string): boolean {
  if (words[0] !== word) return false;
  words.shift();
  return true;
}
