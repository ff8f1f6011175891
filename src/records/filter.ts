import type { Outcome } from './outcome.ts';
import type { RequestRecord } from './record.ts';
import { tallyName } from './tally-name.ts';

/**
 * What a record must have: the network, and a call with both the method and the outcome, so that the calls which pass
 * are those that a tally counts. What is undefined is not asked for.
 */
export type RecordFilter = {
  /** A method's name, or what methods are tallied as together (see tally-name.ts). */
  readonly method?: string | undefined;
  readonly outcome?: Outcome | undefined;
  readonly network?: string | undefined;
};

/** Whether a record has what a filter asks for. */
export function passes(record: RequestRecord, { method, outcome, network }: RecordFilter): boolean {
  if (network !== undefined && record.network !== network) return false;
  return record.calls.some(
    (call) =>
      (outcome === undefined || call.outcome === outcome) &&
      (method === undefined || call.method === method || tallyName(record.network, call.method) === method),
  );
}
