import * as v from 'valibot';

/** A chain's file in src/chains/specifications: the methods of its specification, and extensions with their sources. */
export const chainSpecification = v.object({
  specification: v.object({
    name: v.string(),
    source: v.pipe(v.string(), v.url()),
    version: v.string(),
    license: v.string(),
    note: v.string(),
    /** Methods of the document that are not for customers over HTTP, as regular expressions. */
    omitted: v.array(v.string()),
    methods: v.array(v.string()),
    /** The positions of parameters that name a block by its number. */
    blockParams: v.record(v.string(), v.number()),
  }),
  extensions: v.array(
    v.object({
      name: v.string(),
      source: v.pipe(v.string(), v.url()),
      also: v.optional(v.pipe(v.string(), v.url())),
      methods: v.array(v.string()),
    }),
  ),
});

export type ChainSpecification = v.InferOutput<typeof chainSpecification>;

/** The part of an OpenRPC document that matters here (https://spec.open-rpc.org). */
export const openRpcDocument = v.object({
  openrpc: v.string(),
  info: v.object({ version: v.string() }),
  methods: v.array(v.object({ name: v.string(), deprecated: v.optional(v.boolean()) })),
});

export type SpecificationChanges = {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Methods of the newer document that it calls deprecated. */
  readonly deprecated: readonly string[];
};

export function compareSpecification(
  { specification }: ChainSpecification,
  newer: v.InferOutput<typeof openRpcDocument>,
): SpecificationChanges {
  const omitted = specification.omitted.map((pattern) => new RegExp(pattern));
  const offered = newer.methods.filter(({ name }) => !omitted.some((pattern) => pattern.test(name)));
  const names = new Set(offered.map(({ name }) => name));
  const known = new Set(specification.methods);
  return {
    added: [...names].filter((name) => !known.has(name)),
    removed: specification.methods.filter((name) => !names.has(name)),
    deprecated: offered.flatMap(({ name, deprecated }) => (deprecated ? [name] : [])),
  };
}
