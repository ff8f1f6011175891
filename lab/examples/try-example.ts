import { isDeepStrictEqual } from 'node:util';
import { type Chain, isRead } from '../../src/chains/chain.ts';
import { parseJson } from '../../src/schema.ts';
import { send } from '../../test/support/rpc.ts';
import type { Example } from './read-examples.ts';

/** Where calls go: to the node itself, and through the gateway with a key. */
export type Targets = { readonly nodeUrl: string; readonly gatewayUrl: string; readonly secret: string };

/**
 * `same`: the gateway's answer is the node's, byte for byte. `varies`: the node itself answers twice differently. `sent
 * once`: a call that may write, which was not sent to the node directly. `different`: anything else.
 */
type Comparison = 'same' | 'varies' | 'sent once' | 'different';

export type TriedExample = {
  readonly example: Example;
  readonly comparison: Comparison;
  /** Whether the answer through the gateway is the one that the specification states. */
  readonly asSpecified: boolean;
  readonly answers: { readonly node: string; readonly gateway: string };
};

type Answer = { readonly status: number; readonly body: string };

async function post(url: string, body: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  const { status, body: text } = await send(url, {
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  return { status, body: text };
}

/** Sends a read to the node before and after the gateway: answers such as a height change with time. */
export async function tryExample(
  example: Example,
  chain: Chain,
  { nodeUrl, gatewayUrl, secret }: Targets,
): Promise<TriedExample> {
  const isWrite = !isRead(chain, example.method);
  const before = isWrite ? undefined : await post(nodeUrl, example.request);
  const through = await post(gatewayUrl, example.request, { 'x-api-key': secret });
  const after = isWrite ? undefined : await post(nodeUrl, example.request);
  return {
    example,
    comparison: before && after ? compare(before, through, after) : 'sent once',
    asSpecified: isDeepStrictEqual(parseJson(through.body), example.answer),
    answers: { node: before?.body ?? '', gateway: through.body },
  };
}

function compare(before: Answer, through: Answer, after: Answer): Comparison {
  if (isDeepStrictEqual(through, before) || isDeepStrictEqual(through, after)) return 'same';
  return isDeepStrictEqual(before, after) ? 'different' : 'varies';
}
