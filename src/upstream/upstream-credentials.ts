import type { AwsClient } from '../aws/aws-client.ts';
import { builtIn } from '../built-in.ts';
import type { Upstream } from '../environment.ts';
import { isHeader } from '../http/http-exchange.ts';
import type { Log } from '../log.ts';
import { isHttpUrl, isObjectOf, isOptional, isRecordOf, isString, parseJson } from '../schema.ts';
import type { Clock } from '../time.ts';
import { longParts, minSecretLength, secretStrings } from './disclosure.ts';

const { isNativeError } = builtIn('node:util/types');

/** What an upstream wants added to each request; `url` takes the configured one's place where its path is a token. */
export type UpstreamCredentials = {
  readonly url?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, string>> | undefined;
};

const areTexts = isRecordOf(isString);
const areHeaders = (value: unknown): value is Readonly<Record<string, string>> =>
  areTexts(value) && Object.entries(value).every(([name, text]) => isHeader(name, text));
const members = { url: isOptional(isHttpUrl), headers: isOptional(areHeaders), query: isOptional(areTexts) };
const haveForm = isObjectOf(members);

/** Unknown members are refused too: an operator has misspelt one. */
const areCredentials = (value: unknown): value is UpstreamCredentials =>
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
  `has a credential of fewer than ${minSecretLength} characters, which cannot be kept out of answers. ` +
  'Use a longer one, and leave out headers and query parameters that are no credentials.';

/** Gives an upstream's credentials by the name of their secret. */
export type FindCredentials = (secretName: string) => Promise<UpstreamCredentials>;

/** A rotated credential is picked up after this long at the latest. */
const keepMs = 5 * 60_000;

/** Secrets Manager is asked again after this long when it failed: each failure may hold a request up for seconds. */
const retryMs = 30_000;

type Kept = { readonly credentials: UpstreamCredentials; readonly readAgainAt: number };

/**
 * Reads credentials from Secrets Manager, where an operator has put `{"headers": {…}, "query": {…}}` or
 * `{"url": "https://…"}`, and keeps them for five minutes. Where they cannot be read again, the last known ones serve on,
 * and the log says so. Rejects while none are known: with the error of the call, or with a {@link CredentialsError} when
 * the secret is not of that form.
 */
export function secretsManagerCredentials(
  secretsManager: Pick<AwsClient, 'call'>,
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

async function read(secretsManager: Pick<AwsClient, 'call'>, secretName: string): Promise<UpstreamCredentials> {
  const { SecretString } = await secretsManager.call('GetSecretValue', { SecretId: secretName });
  const credentials = isString(SecretString) ? parseJson(SecretString) : undefined;
  if (!areCredentials(credentials)) throw new CredentialsError(secretName, wrongForm);
  if (!canBeWithheld(credentials)) throw new CredentialsError(secretName, tooShort);
  return credentials;
}

/** Whether every credential is long enough to be recognized in an answer. */
function canBeWithheld({ url, headers = {}, query = {} }: UpstreamCredentials): boolean {
  const { username = '', password = '', searchParams = [] } = url ? new URL(url) : {};
  const inUrl = [password || username, ...[...searchParams].map(([, value]) => value)].filter((part) => part !== '');
  const values = [...Object.values(headers), ...Object.values(query), ...inUrl];
  // Where nothing else is one, the URL's path must be.
  const path = url && values.length === 0 ? [new URL(url).pathname] : [];
  return [...values, ...path].every((value) => longParts(value).length > 0);
}

/** Where a node is reached, and what is added to each request to it. */
export type Destination = {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** No answer that shows one of these reaches a customer. */
  readonly secrets: ReadonlySet<string>;
};

/**
 * A node with its credentials. Nothing that a client sent is among its headers: neither its key nor its cookies.
 */
export function destinationOf(upstream: Upstream, added: UpstreamCredentials = {}): Destination {
  const url = new URL(added.url ?? upstream.url);
  for (const [name, value] of Object.entries(added.query ?? {})) url.searchParams.set(name, value);
  const ofNode = Object.entries(added.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    url,
    headers: {
      ...Object.fromEntries(ofNode),
      'content-type': 'application/json',
      accept: 'application/json',
      'user-agent': 'sluice',
    },
    secrets: secretStrings({ url: added.url ? url : withoutPath(url), headers: added.headers }),
  };
}

/** The configuration is no secret, and the name of a network in its path may occur in any answer. */
const withoutPath = (url: URL): URL => Object.assign(new URL(url), { pathname: '' });

/** Makes each destination once, for as long as its credentials stay the same. */
export class Destinations {
  readonly #known = new Map<
    Upstream,
    { readonly added: UpstreamCredentials | undefined; readonly destination: Destination }
  >();

  of(upstream: Upstream, added: UpstreamCredentials | undefined): Destination {
    const known = this.#known.get(upstream);
    if (known && known.added === added) return known.destination;
    const destination = destinationOf(upstream, added);
    this.#known.set(upstream, { added, destination });
    return destination;
  }
}
