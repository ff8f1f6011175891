import type { Endpoint } from '../../../api/api.ts';
import { firstCallBody } from '../../../chains/snippets.ts';

/** A first request: it asks a node of the network for its health. */
export type FirstRequest = { readonly url: string; readonly body: string };

export const firstRequestTo = ({ url, chain }: Endpoint): FirstRequest => ({ url, body: firstCallBody(chain) });

/** In place of a secret that cannot be shown any more. */
const unknownSecret = 'YOUR_SECRET';

/** The request as a command for a POSIX shell, with one header a line. URLs and bodies have no quotes. */
export const curlCommand = ({ url, body }: FirstRequest, secret = unknownSecret): string =>
  [`curl '${url}'`, `-H 'X-API-KEY: ${secret}'`, "-H 'Content-Type: application/json'", `-d '${body}'`].join(' \\\n  ');

const firstPauseMs = 2_000;
const longestPauseMs = 15_000;
const growth = 1.05;

/** The pause before the history is asked again: seconds at first, and after four minutes the longest. */
export const pauseAfter = (polls: number): number => Math.min(longestPauseMs, firstPauseMs * growth ** polls);
