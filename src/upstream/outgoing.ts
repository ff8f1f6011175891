import type { Upstream } from '../environment.ts';
import type { Credentials } from './credentials.ts';
import { secretStrings } from './disclosure.ts';

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
export function destinationOf(upstream: Upstream, added: Credentials = {}): Destination {
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
  readonly #known = new Map<Upstream, { readonly added: Credentials | undefined; readonly destination: Destination }>();

  of(upstream: Upstream, added: Credentials | undefined): Destination {
    const known = this.#known.get(upstream);
    if (known && known.added === added) return known.destination;
    const destination = destinationOf(upstream, added);
    this.#known.set(upstream, { added, destination });
    return destination;
  }
}
