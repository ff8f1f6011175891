import type { Method } from '../pages/endpoints/methods.ts';
import type { Snippet } from '../pages/keys/snippets.ts';

/** What the pages show of a chain. */
export type DashboardChain = {
  /** The methods that the request tester offers. */
  readonly methods: readonly Method[];
  /** The method of the first call that somebody sends: it has no parameters and says how the node is. */
  readonly health: string;
  /** What the error codes of its nodes mean, beside those of JSON-RPC. */
  readonly nodeCodes: Readonly<Record<number, string>>;
  /** The first call with the chain's most common library. */
  readonly library: Snippet;
};
