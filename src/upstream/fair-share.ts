/** The calls that a group of accounts sent to a node in one second, and whether more were refused. */
export type GroupCalls = { readonly sent: number; readonly wasRefused: boolean };

/** Calls at random times differ from second to second: two seconds seldom by more than three of their deviations. */
const deviations = 3;

/**
 * The most calls that one group may send in the next second; undefined if none was refused. Groups that were refused get
 * equal parts of what the others leave, less a reserve for the case that these ask for more than before. A group that asks
 * for less than an equal part of the limit is never restricted by it, nor by the chance of one second.
 */
export function fairShare(groups: readonly GroupCalls[], limit: number): number | undefined {
  const refused = groups.filter(({ wasRefused }) => wasRefused).length;
  if (refused === 0) return undefined;
  const others = groups.reduce((sum, { sent, wasRefused }) => (wasRefused ? sum : sum + sent), 0);
  const rest = limit - others;
  const part = Math.max(rest - deviations * Math.sqrt(others), rest / 2) / refused;
  return Math.ceil(Math.max(part, limit / groups.length, Math.sqrt(limit) / 2));
}
