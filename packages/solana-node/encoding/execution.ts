import type { Landed, Simulation } from '../ledger.ts';
import type { Execution } from '../virtual-machine.ts';
import { encodeInner } from './instruction.ts';
import type { TransactionEncoding } from './transaction.ts';

/** A result as Rust's serde writes it. */
export const encodeStatus = ({ error }: Execution) => (error ? { Err: error.json } : { Ok: null });

export const encodeError = ({ error }: Execution): unknown => error?.json ?? null;

/** What a program returned, or null. */
export function encodeReturnData({ returnData }: Execution) {
  if (returnData === undefined) return null;
  return { data: [Buffer.from(returnData.data).toString('base64'), 'base64'], programId: returnData.program };
}

/** What a node tells about how a transaction went. */
export function encodeMeta({ execution, keys, fee, before, after }: Landed, encoding: TransactionEncoding) {
  const returnData = encodeReturnData(execution);
  return {
    computeUnitsConsumed: execution.unitsConsumed,
    err: encodeError(execution),
    fee,
    innerInstructions: encodeInner(execution.inner, keys, encoding === 'jsonParsed' ? encoding : 'json'),
    ...(encoding === 'jsonParsed' ? {} : { loadedAddresses: keys.loaded }),
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

/** What a node tells of a simulation, as a result and as the data of a preflight failure. */
export const encodeSimulation = (simulation: Simulation) => ({
  accounts: null,
  err: encodeError(simulation),
  innerInstructions: null,
  logs: simulation.logs,
  replacementBlockhash: null,
  returnData: encodeReturnData(simulation),
  unitsConsumed: simulation.unitsConsumed,
});
