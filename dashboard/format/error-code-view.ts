import { errorCodesOf } from '../chains/error-codes.ts';

/** How a JSON-RPC error code of a node is shown. */
export type ErrorCodeView = {
  /** The code and its name: `-32602 Invalid parameters`. */
  readonly label: string;
  /** Empty if the chain is not known: it may define the code. */
  readonly meaning: string;
  readonly advice: string;
};

const undefinedCode = 'A code of the node’s own, which the chain does not define.';
const advice = 'Send the call with the tester to read the node’s message.';

/**
 * A node's error code in words.
 * @param chain the chain of the network; undefined while it is not known
 * @param code as in a request, or as in the counts of usage, where `other` are all codes that the chain does not define
 */
export function errorCodeView(chain: string | undefined, code: number | string): ErrorCodeView {
  if (code === 'other') return { label: 'Other codes', meaning: undefinedCode, advice };
  const codes = errorCodesOf(chain);
  const known = codes[Number(code)];
  if (known) return { label: `${code} ${known.name}`, meaning: known.meaning, advice: known.advice };
  const isChainKnown = codes !== errorCodesOf(undefined);
  return { label: `${code}`, meaning: isChainKnown ? undefinedCode : '', advice };
}
