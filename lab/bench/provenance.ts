import * as v from 'valibot';

export const provenanceSchema = v.object({
  /** Of the sources that were measured. */
  commit: v.pipe(v.string(), v.regex(/^[0-9a-f]{8}( with changes)?$/)),
  /** When the run began, ISO 8601, UTC. */
  date: v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\d/)),
  command: v.pipe(v.string(), v.startsWith('npm run lab -- ')),
});

/** Where a figure comes from: every results file has it, and every table that is made from one prints it. */
export type Provenance = v.InferOutput<typeof provenanceSchema>;

export const provenanceText = ({ commit, date, command }: Provenance): string =>
  `\`${command}\`, ${date.slice(0, 10)}, commit ${commit}`;
