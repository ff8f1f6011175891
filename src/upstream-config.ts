import * as v from 'valibot';

const upstream = v.strictObject({
  url: v.pipe(v.string(), v.url(), v.regex(/^https?:\/\//, 'must be an http or https URL')),
  // The characters that Secrets Manager allows in a name.
  secretName: v.optional(v.pipe(v.string(), v.nonEmpty(), v.regex(/^[\w/+=.@-]*$/, 'is not the name of a secret'))),
});

export const upstreamsSchema = v.record(
  v.string(),
  v.pipe(v.array(upstream), v.minLength(1, 'needs at least one upstream')),
);

/** Hosts, numbered if nodes share one. Metrics and alarms must agree on these names. */
export function nodeNames(upstreams: readonly { readonly url: string }[]): string[] {
  const hosts = upstreams.map(({ url }) => new URL(url).host);
  return hosts.map((host, index) => {
    if (hosts.indexOf(host) === hosts.lastIndexOf(host)) return host;
    return `${host}#${hosts.slice(0, index + 1).filter((other) => other === host).length}`;
  });
}
