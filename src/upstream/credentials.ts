import type { Service } from '../aws/service.ts';
import { builtIn } from '../built-in.ts';
import type { Clock } from '../clock.ts';
import { isHttpUrl, isObjectOf, isOptional, isRecordOf, isText } from '../form.ts';
import { isHeader } from '../http/request.ts';
import { parseJson } from '../json.ts';
import type { Log } from '../log.ts';
import { longParts, shortestSecret } from './disclosure.ts';

const { isNativeError } = builtIn('node:util/types');

/** What an upstream wants added to each request; `url` takes the configured one's place where its path is a token. */
export type Credentials = {
  readonly url?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, string>> | undefined;
};

const areTexts = isRecordOf(isText);
const areHeaders = (value: unknown): value is Readonly<Record<string, string>> =>
  areTexts(value) && Object.entries(value).every(([name, text]) => isHeader(name, text));
const members = { url: isOptional(isHttpUrl), headers: isOptional(areHeaders), query: isOptional(areTexts) };
const haveForm = isObjectOf(members);

/** Unknown members are refused too: an operator has misspelt one. */
const areCredentials = (value: unknown): value is Credentials =>
  haveForm(value) && Object.keys(value).every((name) => name in members);

/** The gateway cannot use an upstream's secret. The error never holds the secret's text. */
export class CredentialsError extends Error {
  override readonly name = 'CredentialsError';
  readonly code = 'invalid_credentials';

  constructor(secretName: string, problem: string) {
    super(`The secret ${secretName} ${problem}`);
  }
}

const wrongForm =
  'is not of the form {"url": "https://…", "headers": {…}, "query": {…}}: JSON with strings as values (of ASCII in ' +
  'headers), each member optional.';
const tooShort =
  `has a credential of fewer than ${shortestSecret} characters, which cannot be kept out of answers. ` +
  'Use a longer one, and leave out headers and query parameters that are no credentials.';

/** Gives an upstream's credentials by the name of their secret. */
export type FindCredentials = (secretName: string) => Promise<Credentials>;

/** A rotated credential is picked up after this long at the latest. */
const keepMs = 5 * 60_000;

/** Secrets Manager is asked again after this long when it failed: each failure may hold a request up for seconds. */
const retryMs = 30_000;

type Kept = { readonly credentials: Credentials; readonly readAgainAt: number };

/**
 * Reads credentials from Secrets Manager, where an operator has put `{"headers": {…}, "query": {…}}` or
 * `{"url": "https://…"}`, and keeps them for five minutes. Where they cannot be read again, the last known ones serve on,
 * and the log says so. Rejects while none are known: with the error of the call, or with a {@link CredentialsError} when
 * the secret is not of that form.
 */
export function secretsManagerCredentials(
  secretsManager: Pick<Service, 'call'>,
  clock: Clock,
  log: Log,
): FindCredentials {
  const kept = new Map<string, Kept>();
  const readAgain = async (secretName: string, known: Kept | undefined): Promise<Kept> => {
    try {
      return { credentials: await read(secretsManager, secretName), readAgainAt: clock() + keepMs };
    } catch (error) {
      if (!known) throw error;
      log.error('credentials_not_refreshed', { secretName, detail: isNativeError(error) ? error.name : typeof error });
      return { ...known, readAgainAt: clock() + retryMs };
    }
  };
  return async (secretName) => {
    const known = kept.get(secretName);
    if (known && clock() < known.readAgainAt) return known.credentials;
    const current = await readAgain(secretName, known);
    kept.set(secretName, current);
    return current.credentials;
  };
}

async function read(secretsManager: Pick<Service, 'call'>, secretName: string): Promise<Credentials> {
  const { SecretString } = await secretsManager.call('GetSecretValue', { SecretId: secretName });
  const credentials = isText(SecretString) ? parseJson(SecretString) : undefined;
  if (!areCredentials(credentials)) throw new CredentialsError(secretName, wrongForm);
  if (!canBeWithheld(credentials)) throw new CredentialsError(secretName, tooShort);
  return credentials;
}

/** Whether every credential is long enough to be recognized in an answer. */
function canBeWithheld({ url, headers = {}, query = {} }: Credentials): boolean {
  const { username = '', password = '', searchParams = [] } = url ? new URL(url) : {};
  const inUrl = [password || username, ...[...searchParams].map(([, value]) => value)].filter((part) => part !== '');
  const values = [...Object.values(headers), ...Object.values(query), ...inUrl];
  // Where nothing else is one, the URL's path must be.
  const path = url && values.length === 0 ? [new URL(url).pathname] : [];
  return [...values, ...path].every((value) => longParts(value).length > 0);
}
