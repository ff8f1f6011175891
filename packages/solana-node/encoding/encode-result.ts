import type { LandedTransaction } from '../ledger.ts';
import { unsupportedTransactionVersion } from '../rpc-errors.ts';
import type { Execution } from '../virtual-machine.ts';
import { encodeInner, encodeTransaction } from './encode-transaction.ts';

/** A result in the format of Rust's serde. */
export const encodeStatus = ({ error }: Execution) => (error ? { Err: error.json } : { Ok: null });

export const encodeError = ({ error }: Execution): unknown => error?.json ?? null;

/** The return data of a program, or null. */
function encodeReturnData({ returnData }: Execution) {
  if (returnData === undefined) return null;
  return { data: [Buffer.from(returnData.data).toString('base64'), 'base64'], programId: returnData.program };
}

/** The metadata of a transaction's execution. */
function encodeMeta({ execution, fee, before, after }: LandedTransaction) {
  const returnData = encodeReturnData(execution);
  return {
    computeUnitsConsumed: execution.unitsConsumed,
    err: encodeError(execution),
    fee,
    innerInstructions: encodeInner(execution.inner),
    loadedAddresses: { writable: [], readonly: [] },
    logMessages: execution.logs,
    postBalances: after.lamports,
    postTokenBalances: after.tokens,
    preBalances: before.lamports,
    preTokenBalances: before.tokens,
    ...(returnData ? { returnData } : {}),
    rewards: [],
    status: encodeStatus(execution),
  };
}

/** A simulation, as a result and as the data of a preflight failure. */
export const encodeSimulation = (simulation: Execution) => ({
  accounts: null,
  err: encodeError(simulation),
  innerInstructions: null,
  logs: simulation.logs,
  replacementBlockhash: null,
  returnData: encodeReturnData(simulation),
  unitsConsumed: simulation.unitsConsumed,
});

/**
 * Encodes a transaction of the ledger with its result.
 * @throws {RpcError} -32015 for a version that the client does not support
 */
export const encodeLanded = (landed: LandedTransaction, supportedVersion: bigint | null | undefined) => ({
  meta: encodeMeta(landed),
  transaction: encodeTransaction(landed),
  ...encodeVersion(landed, supportedVersion),
});

/** Without a supported version a client only understands legacy transactions, and gets no version. */
function encodeVersion({ transaction }: LandedTransaction, supported: bigint | null | undefined) {
  const { version } = transaction.message;
  const isSupported = version === 'legacy' || (supported !== null && supported !== undefined && version <= supported);
  if (!isSupported) throw unsupportedTransactionVersion(version);
  return supported === null || supported === undefined ? {} : { version };
}
