import type { ChainMethod } from '../../../chains/dashboard-chain.ts';

/** The body of a call of `method` with its example parameters. */
export function exampleBody({ name, params }: Pick<ChainMethod, 'name' | 'params'>): string {
  const call = { jsonrpc: '2.0', id: 1, method: name, ...(params.length > 0 && { params }) };
  return JSON.stringify(call, null, 2);
}

/** Whether a method is meant by what somebody typed: a part of its name or of what it is about. */
export const matchesMethod = ({ name, about }: Pick<ChainMethod, 'name' | 'about'>, typed: string): boolean =>
  `${name} ${about}`.toLowerCase().includes(typed.trim().toLowerCase());

/** The method that is meant best: the one of that very name, or else the first that is found. */
export const bestMatch = (methods: readonly ChainMethod[], typed: string): ChainMethod | undefined =>
  methods.find(({ name }) => name.toLowerCase() === typed.trim().toLowerCase()) ??
  methods.find((method) => matchesMethod(method, typed));

/** What is worth knowing before a body with these methods is sent, though the endpoint would take it. */
export function bodyRemark(names: readonly string[], methods: readonly ChainMethod[]): string | undefined {
  const others = names.filter((name) => methods.length > 0 && methods.every((method) => method.name !== name));
  if (others.length > 0) {
    return `Sluice does not know ${[...new Set(others)].slice(0, 3).join(', ')}: it is sent to the node as it is, and counted as “other”.`;
  }
  return names.length > 1 ? `A batch of ${names.length} calls: it counts as ${names.length}, all or none.` : undefined;
}
