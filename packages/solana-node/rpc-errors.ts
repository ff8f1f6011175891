/**
 * An error that a method answers.
 *
 * Codes and messages are those of an Agave node: rpc-client-api/src/custom_error.rs in anza-xyz/agave for
 * -32001 to -32021, and the JSON-RPC library it uses (paritytech/jsonrpc) for the rest.
 */
export class RpcError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.name = 'RpcError';
    this.code = code;
    this.data = data;
  }
}

export const parseError = () => new RpcError(-32700, 'Parse error');
export const invalidRequest = (message = 'Invalid request') => new RpcError(-32600, message);
export const methodNotFound = () => new RpcError(-32601, 'Method not found');
export const invalidParams = (message: string, data?: unknown) => new RpcError(-32602, message, data);
export const internalError = () => new RpcError(-32603, 'Internal error');

/** The error for a block before the first one that the node keeps. */
export const blockCleanedUp = (slot: bigint, firstAvailable: number) =>
  new RpcError(-32001, `Block ${slot} cleaned up, does not exist on node. First available block: ${firstAvailable}`);

/** `result` is the answer of a simulation: the error with its logs. */
export const preflightFailure = (reason: string, result: unknown) =>
  new RpcError(-32002, `Transaction simulation failed: ${reason}`, result);

export const signatureVerificationFailure = () => new RpcError(-32003, 'Transaction signature verification failure');

/** The error for a block that does not exist yet, or lacks the requested commitment. */
export const blockNotAvailable = (slot: bigint) => new RpcError(-32004, `Block not available for slot ${slot}`);

export const unsupportedTransactionVersion = (version: number) =>
  new RpcError(
    -32015,
    `Transaction version (${version}) is not supported by the requesting client. Please try the request again with ` +
      `the following configuration parameter: "maxSupportedTransactionVersion": ${version}`,
  );

export const minContextSlotNotReached = (contextSlot: number) =>
  new RpcError(-32016, 'Minimum context slot has not been reached', { contextSlot });
