import type { AwsClient } from '../aws/aws-client.ts';
import { errorClass } from '../error-class.ts';
import { isHeader } from '../http/http-exchange.ts';
import type { Log } from '../log.ts';
import type { Upstream } from '../network.ts';
import { builtIn } from '../runtime/built-in.ts';
import { isHttpUrl, isObjectOf, isOptional, isRecordOf, isString, parseJson } from '../schema.ts';
import { type Clock, minuteMs } from '../time.ts';
import { longParts, minSecretLength, secretStrings } from './disclosure.ts';

const { isNativeError } = builtIn('node:util/types');

/** Added to each request. `url` replaces the configured URL, for providers that put a token in its path. */
export type UpstreamCredentials = {
  readonly url?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, string>> | undefined;
  /** See {@link Upstream}; replaces the configured one. */
  readonly ca?: string | undefined;
};

const areStrings = isRecordOf(isString);
const areHeaders = (value: unknown): value is Readonly<Record<string, string>> =>
  areStrings(value) && Object.entries(value).every(([name, text]) => isHeader(name, text));
const members = {
  url: isOptional(isHttpUrl),
  headers: isOptional(areHeaders),
  query: isOptional(areStrings),
  ca: isOptional(isString),
};
const hasMembers = isObjectOf(members);

/** Refuses unknown members: they are probably misspelt. */
const areCredentials = (value: unknown): value is UpstreamCredentials =>
  hasMembers(value) && Object.keys(value).every((name) => name in members);

/** The gateway cannot use an upstream's secret. The message never contains the secret's text. */
class CredentialsError extends errorClass('CredentialsError', 'invalid_credentials') {
  constructor(secretName: string, problem: string) {
    super(`The secret ${secretName} ${problem}`);
  }
}

const wrongFormat =
  'does not have the format {"url": "https://…", "headers": {…}, "query": {…}, "ca": "…"}: JSON with strings as values (of ' +
  'ASCII in headers), each member optional.';
const tooShort =
  `has a credential of fewer than ${minSecretLength} characters, which cannot be kept out of answers. ` +
  'Use a longer one, and leave out headers and query parameters that are not credentials.';

export type FindCredentials = (secretName: string) => Promise<UpstreamCredentials>;

/** The longest time until a rotated credential is used. */
const keepMs = 5 * minuteMs;

/** Pause after a failure of Secrets Manager: each failure may delay a request by seconds. */
const retryMs = 30_000;

type Kept = { readonly credentials: UpstreamCredentials; readonly readAgainAt: number };

/**
 * Reads credentials from Secrets Manager and keeps them for five minutes. If reading them again fails, it logs that and
 * keeps using the last known ones. Rejects if none are known.
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
  if (!areCredentials(credentials)) throw new CredentialsError(secretName, wrongFormat);
  if (!areLongEnough(credentials)) throw new CredentialsError(secretName, tooShort);
  return credentials;
}

/** A shorter credential could not be recognized in an answer. */
function areLongEnough({ url, headers = {}, query = {} }: UpstreamCredentials): boolean {
  const { username = '', password = '', searchParams = [] } = url ? new URL(url) : {};
  const inUrl = [password || username, ...[...searchParams].map(([, value]) => value)].filter((part) => part !== '');
  const values = [...Object.values(headers), ...Object.values(query), ...inUrl];
  // If there is nothing else, the URL's path must be the credential.
  const path = url && values.length === 0 ? [new URL(url).pathname] : [];
  return [...values, ...path].every((value) => longParts(value).length > 0);
}

export type Destination = {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** See {@link Upstream}. */
  readonly ca: string | undefined;
  /** An answer that contains one of these strings is withheld. */
  readonly secrets: ReadonlySet<string>;
};

/** A node with its credentials. Its headers contain nothing from the client: neither its key nor its cookies. */
export function destinationOf(upstream: Upstream, added: UpstreamCredentials = {}): Destination {
  const url = new URL(added.url ?? upstream.url);
  for (const [name, value] of Object.entries(added.query ?? {})) url.searchParams.set(name, value);
  const nodeHeaders = Object.entries(added.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    url,
    ca: added.ca ?? upstream.ca,
    headers: {
      ...Object.fromEntries(nodeHeaders),
      'content-type': 'application/json',
      accept: 'application/json',
      'user-agent': 'sluice',
    },
    secrets: secretStrings({ url: added.url ? url : withoutPath(url), headers: added.headers }),
  };
}

/** The configured URL is not secret, and a network's name in its path may occur in any answer. */
const withoutPath = (url: URL): URL => Object.assign(new URL(url), { pathname: '' });

/** Caches destinations until their credentials change. */
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
