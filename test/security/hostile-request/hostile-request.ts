import fc from 'fast-check';
import { bodyWith } from './body.ts';
import { headersWith } from './headers.ts';
import type { KnownSecrets } from './known-secrets.ts';
import { pathWith } from './path.ts';

/** A request as it goes over the wire. */
export type HostileRequest = {
  readonly method: string;
  readonly path: string;
  /** Names and values in turn; a name may stand twice. */
  readonly headers: readonly string[];
  readonly body: Buffer;
};

/** Any request of a hostile client that knows these secrets. */
export function hostileRequests(known: KnownSecrets): fc.Arbitrary<HostileRequest> {
  const secrets = Object.values(known);
  return fc.record({
    method: fc.oneof(
      { weight: 12, arbitrary: fc.constant('POST') },
      { weight: 1, arbitrary: fc.constantFrom('GET', 'PUT', 'OPTIONS', 'HEAD', 'DELETE') },
    ),
    path: pathWith(secrets),
    headers: headersWith(known),
    body: bodyWith(secrets),
  });
}
