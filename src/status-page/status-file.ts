import * as v from 'valibot';

const wholeNumber = v.pipe(v.number(), v.integer(), v.minValue(0));
const timestamp = v.pipe(v.string(), v.isoTimestamp());
const day = v.pipe(v.string(), v.isoDate());
const percentiles = v.nullable(v.object({ p50: v.number(), p99: v.number() }));

const interruptionSchema = v.object({
  from: timestamp,
  /** null while it lasts. */
  to: v.nullable(timestamp),
  minutes: wholeNumber,
});

const availabilitySchema = {
  /** Of the last 90 days, today included: the time between checks. Time without checks is not in it. */
  watchedMinutes: wholeNumber,
  downMinutes: wholeNumber,
  /** The newest 20, newest first. `downMinutes` has all of them. */
  interruptions: v.array(interruptionSchema),
};

const nodeSchema = v.object({
  name: v.string(),
  state: v.string(),
  since: timestamp,
  height: v.nullable(wholeNumber),
  /** How far it is behind the best node of the network, in units of `heightUnit`. */
  lag: v.nullable(wholeNumber),
  lagMs: v.nullable(wholeNumber),
  /** The lag as a part of the time in which a transaction is valid. null if the chain has none. */
  lagOfTransaction: v.nullable(v.number()),
  /** The same over 90 days. null if it is the only node, or was never measured. */
  lagPercentiles: percentiles,
  behindMinutes: wholeNumber,
  ...availabilitySchema,
});

const networkSchema = v.object({
  network: v.string(),
  chain: v.string(),
  /** As in `GET /v1/networks`, and so are the next members. */
  state: v.string(),
  since: v.nullable(timestamp),
  checkedAt: v.nullable(timestamp),
  heightUnit: v.string(),
  methods: v.array(v.object({ group: v.nullable(v.string()), names: v.array(v.string()) })),
  otherMethods: v.boolean(),
  nodes: v.array(nodeSchema),
  /** The oldest block or slot of its nodes. null if it is unknown. */
  earliest: v.nullable(wholeNumber),
  ...availabilitySchema,
  /** Successive days from `first` to today: how many minutes each was watched and down. Empty without history. */
  days: v.object({ first: v.nullable(day), watchedMinutes: v.array(wholeNumber), downMinutes: v.array(wholeNumber) }),
  /** Calls of the UTC days from `from` to `to`, at most 30. null if there were none, or before the first day has ended. */
  calls: v.nullable(
    v.object({
      from: day,
      to: day,
      /** In ms, from the request's arrival to the end of the answer, of answered calls. */
      latency: v.nullable(v.object({ p50: v.number(), p95: v.number(), p99: v.number() })),
      /** The part of calls that failed because of the nodes or the gateway, between 0 and 1. */
      errorRate: v.nullable(v.number()),
    }),
  ),
});

const planSchema = v.object({
  id: v.string(),
  pricePerMonth: v.number(),
  callsPerSecond: v.number(),
  callsPerDay: v.number(),
  keys: v.number(),
  historyDays: v.number(),
  longestCallSeconds: v.number(),
});

/** The public file `status.json`. Its members stay what they are; further ones may be added. */
export const statusFileSchema = v.object({
  /** When it was written: everything in it is from then. */
  generatedAt: timestamp,
  /** The AWS region that answers. */
  region: v.string(),
  currency: v.string(),
  networks: v.array(networkSchema),
  /** That customers can choose themselves. */
  plans: v.array(planSchema),
});

export type StatusFile = v.InferOutput<typeof statusFileSchema>;

export type PublicNetwork = StatusFile['networks'][number];
