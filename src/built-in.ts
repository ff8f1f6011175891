/**
 * One of Node's own modules, for what a cold start loads. An ES module's import would read all that such a module exports, and
 * so load what stands behind it, wanted or not: undici behind `node:http`, web crypto behind `node:crypto`
 * (docs/decisions/0011 has the figures).
 */
export const builtIn = process.getBuiltinModule;
