import type { Endpoint } from '../../../api/api.ts';
import { firstCallBody } from '../../../chains/chains.ts';
import { curlLine, exportLine } from '../../../chains/curl.ts';

/** A first request: it asks a node of the network for its health. */
export type FirstRequest = { readonly url: string; readonly body: string };

export const firstRequestTo = ({ url, chain }: Endpoint): FirstRequest => ({ url, body: firstCallBody(chain) });

/** In place of a secret that cannot be shown any more. */
const unknownSecret = 'YOUR_SECRET';

/** The request as commands for a shell. Bash and zsh can leave a line that starts with a space out of their history. */
export const curlCommands = ({ url, body }: FirstRequest, secret = unknownSecret): string =>
  [` ${exportLine(secret)}`, curlLine(url, body)].join('\n');

const firstPauseMs = 2_000;
const longestPauseMs = 15_000;
const growth = 1.05;

/** The pause before the history is asked again: seconds at first, and after four minutes the longest. */
export const pauseAfter = (polls: number): number => Math.min(longestPauseMs, firstPauseMs * growth ** polls);
