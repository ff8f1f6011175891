// An ES module import would read every export, which loads lazy dependencies: undici behind `node:http`, web crypto
// behind `node:crypto` (figures in docs/decisions/0011).
export const builtIn: typeof process.getBuiltinModule = process.getBuiltinModule;
