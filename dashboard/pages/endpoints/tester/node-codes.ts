/** What the error codes of JSON-RPC 2.0 mean when a node answers with them, whatever its chain. */
export const jsonRpcCodes: Readonly<Record<number, string>> = {
  [-32700]: 'The node could not read the call as JSON.',
  [-32600]: 'The node does not take the call as it is.',
  [-32601]: 'The node has no method of this name. Check its spelling; a node may also have it turned off.',
  [-32602]: 'The node does not take these parameters. Check their number, order and types.',
  [-32603]: 'The node failed at this call. If it changes the chain, check whether it arrived before you send it again.',
};
