import { errorCodesOf } from '../chains/error-codes.ts';

/** How a JSON-RPC error code of a node is shown. */
export type ErrorCodeView = {
  /** The code and its name: `-32602 Invalid parameters`. */
  readonly label: string;
  readonly meaning: string;
  readonly advice: string;
};

const unknown = {
  meaning: 'A code of the node’s own, which the chain does not define.',
  advice: 'Send the call with the tester to read the node’s message.',
};

/**
 * A node's error code in words.
 * @param chain the chain of the network; undefined while it is not known
 * @param code as in a request, or as in the counts of usage, where `other` are all codes that the chain does not define
 */
export function errorCodeView(chain: string | undefined, code: number | string): ErrorCodeView {
  if (code === 'other') return { label: 'Other codes', ...unknown };
  const known = errorCodesOf(chain)[Number(code)];
  if (!known) return { label: `${code}`, ...unknown };
  const { name, meaning, advice } = known;
  return { label: `${code} ${name}`, meaning, advice };
}
