import * as v from 'valibot';
import { errorClass } from '../error-class.ts';
import type { Log } from '../log.ts';
import { type Clock, type EpochMs, minuteMs } from '../time.ts';

/** The list of the public keys that sign GitHub's reports (GitHub Docs, "Secret scanning partner program"). */
const listUrl = 'https://api.github.com/meta/public_keys/secret_scanning';

/** Made-up identifiers cause no more requests to GitHub than this. */
const fetchEveryMs = minuteMs;
const answerMs = 5_000;

const listSchema = v.object({ public_keys: v.array(v.object({ key_identifier: v.string(), key: v.string() })) });

/** The list cannot be read now. */
export class GitHubKeysError extends errorClass('GitHubKeysError', 'github_keys_unavailable') {}

/** The public key (PEM) with an identifier; undefined if GitHub has none. @throws {GitHubKeysError} */
export type FindGitHubKey = (identifier: string) => Promise<string | undefined>;

/** Keeps the list, and reads it again only for an identifier that is not in it, at most once a minute. */
export function createGitHubKeys(clock: Clock, log: Log, url = listUrl, timeoutMs = answerMs): FindGitHubKey {
  let keys: ReadonlyMap<string, string> = new Map();
  let last: { readonly at: EpochMs; readonly reading: Promise<boolean> } | undefined;

  /** Whether the newest list is known. */
  const read = async (): Promise<boolean> => {
    try {
      keys = await fetchKeys(url, timeoutMs);
      return true;
    } catch (error) {
      log.warn('github_keys_unavailable', { detail: String(error) });
      return false;
    }
  };

  return async (identifier) => {
    if (keys.has(identifier)) return keys.get(identifier);
    if (!last || clock() - last.at >= fetchEveryMs) last = { at: clock(), reading: read() };
    if (await last.reading) return keys.get(identifier);
    throw new GitHubKeysError('The public keys of GitHub cannot be read now. Send the report again in a minute.');
  };
}

async function fetchKeys(url: string, timeoutMs: number): Promise<ReadonlyMap<string, string>> {
  const headers = { Accept: 'application/json', 'User-Agent': 'sluice' };
  const response = await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
  if (!response.ok) throw new GitHubKeysError(`The list of keys answers with ${response.status}.`);
  const { public_keys } = v.parse(listSchema, await response.json());
  return new Map(public_keys.map(({ key_identifier, key }) => [key_identifier, key]));
}
