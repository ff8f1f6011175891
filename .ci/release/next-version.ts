import { CommitParser } from 'conventional-commits-parser';
import { ReleaseError } from './release-error.ts';

/** What a commit means for users, from least to most. */
const effects = ['none', 'patch', 'feature', 'breaking'] as const;
type Effect = (typeof effects)[number];

/** Commits of these types change nothing that is deployed or published. Any other type, and none, is a patch at least. */
const withoutEffect = new Set(['bench', 'chore', 'ci', 'docs', 'style', 'test']);

// A breaking change must not be missed because of its spelling: the mark may be before or in the scope, too.
const parser = new CommitParser({
  headerPattern: /^(\w+)!?(?:\(([^)]*)\))?!?: (.*)$/,
  breakingHeaderPattern: /^(\w+)(?=[^:]*!)!?(?:\(([^)]*)\))?!?: (.*)$/,
  notesPattern: () => /^[\s*-]*(BREAKING[ -]CHANGES?)(?::|\s+#|\s*$)\s*(.*)/i,
});

/** A commit in the list that GitHub writes below a squashed pull request. */
const squashed = /^\* (\w+(?:!?\([^)]*\))?!?: .*)$/gm;

/** The greatest of a commit's effects: of its header, its notes, and the headers of squashed commits. */
function effectOf(message: string): Effect {
  const headers = [...message.matchAll(squashed)].map(([, header = '']) => header);
  return greatest([effectOfHeader(message), ...headers.map(effectOfHeader)]);
}

/** By its type, a `!` after the type, or a paragraph that begins "BREAKING CHANGE:". */
function effectOfHeader(message: string): Effect {
  if (message.trim() === '') return 'patch';
  const { type, notes } = parser.parse(message);
  if (notes.length > 0) return 'breaking';
  if (type?.toLowerCase() === 'feat') return 'feature';
  return type && withoutEffect.has(type.toLowerCase()) ? 'none' : 'patch';
}

const greatest = (found: readonly Effect[]): Effect =>
  effects[Math.max(0, ...found.map((effect) => effects.indexOf(effect)))] ?? 'none';

/** The greatest effect of some commits. */
export const greatestEffect = (messages: readonly string[]): Effect => greatest(messages.map(effectOf));

type Version = readonly [major: number, minor: number, patch: number];

/**
 * The numbers of a version `x.y.z`.
 * @throws ReleaseError for any other text: there are no pre-releases.
 */
export function parseVersion(version: string): Version {
  const [, major, minor, patch] = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/.exec(version) ?? [];
  if (patch === undefined) {
    throw new ReleaseError(
      `"${version}" is not a version. Write three numbers, such as 0.2.0; there are no pre-releases.`,
    );
  }
  return [Number(major), Number(minor), Number(patch)];
}

/** The version after a change with this effect: before 1.0 a breaking change raises the second number. */
export function versionAfter(version: string, effect: Exclude<Effect, 'none'>): string {
  const [major, minor, patch] = parseVersion(version);
  if (effect === 'breaking' && major > 0) return `${major + 1}.0.0`;
  return effect === 'patch' ? `${major}.${minor}.${patch + 1}` : `${major}.${minor + 1}.0`;
}

/** Whether the first version is greater than the second one. */
export function isGreater(first: string, second: string): boolean {
  const [one, other] = [parseVersion(first), parseVersion(second)];
  const index = one.findIndex((number, place) => number !== other[place]);
  return index >= 0 && (one[index] ?? 0) > (other[index] ?? 0);
}
