import * as v from 'valibot';
import measured from './measured-figures.json' with { type: 'json' };

const functionMs = v.object({ authorizer: v.number(), proxy: v.number() });

/** What calls were measured to use. Lists go from slow keys to fast ones. */
const measuredFiguresSchema = v.object({
  /** Units of DynamoDB for an admitted call, by the calls per second of its key. */
  admissions: v.array(v.object({ callsPerSecond: v.number(), readUnits: v.number(), writeUnits: v.number() })),
  /** Write units of tallies for a call, by the calls per second of its key and how many methods the key calls. */
  tallies: v.array(v.object({ callsPerSecond: v.number(), methods: v.number(), writeUnits: v.number() })),
  /** How long the stream gathered records while tallies were measured, in ms. */
  tallyWindowMs: v.number(),
  recordBytes: v.number(),
  /** Processor time of a warm event. */
  warmMs: functionMs,
  /** Processor time of a cold start. */
  coldMs: functionMs,
  tallyMsPerRecord: v.number(),
  /** The benchmarks that measured them. */
  measuredBy: v.array(v.object({ commit: v.string(), date: v.string(), command: v.string() })),
});

export type MeasuredFigures = v.InferOutput<typeof measuredFiguresSchema>;

/**
 * The figures that costs are computed from. A new benchmark does not change them; `node lab/bench/take-over.ts` does
 * (docs/how-to-add.md, "Measured figures").
 */
export const measuredFigures: MeasuredFigures = v.parse(measuredFiguresSchema, measured);
