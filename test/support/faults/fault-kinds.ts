/** What can go wrong between a process and a service that it calls. */
export const faultKinds = [
  /** The request arrives late, but in time. */
  'delay',
  /** The request arrives after its sender has given up: it takes effect after the next try. */
  'stall',
  /** The connection ends before the request has arrived. */
  'drop_before',
  /** The connection ends when the request has taken effect: the answer is lost. */
  'drop_after',
  /** The request is refused for the rate it comes at. */
  'throttle',
  /** A write is refused for a transaction on the same item. */
  'conflict',
  /** Status 500, and nothing was done. */
  'error_before',
  /** Status 500, and it was done. */
  'error_after',
  /** It was done, and the connection ends in the middle of the answer. */
  'cut',
  /** The request was carried out, and the answer is not a valid answer. */
  'garbage',
] as const;

export type FaultKind = (typeof faultKinds)[number];

/** How likely each fault is for one request, from 0 to 1; those not named do not happen. */
export type Rates = Readonly<Partial<Record<FaultKind, number>>>;

/** Every fault alike, `share` of the requests in all. */
export const everyKind = (share: number): Rates =>
  Object.fromEntries(faultKinds.map((kind) => [kind, share / faultKinds.length]));
