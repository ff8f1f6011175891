import * as v from 'valibot';

const upstream = v.strictObject({
  url: v.pipe(v.string(), v.url(), v.regex(/^https?:\/\//, 'must be an http or https URL')),
  // The characters that Secrets Manager takes in a name.
  secretName: v.optional(v.pipe(v.string(), v.nonEmpty(), v.regex(/^[\w/+=.@-]*$/, 'is not the name of a secret'))),
});

/** The upstreams of each network as people write them down, in cdk.json or on a command line. */
export const upstreamsSchema = v.record(
  v.string(),
  v.pipe(v.array(upstream), v.minLength(1, 'needs at least one upstream')),
);
