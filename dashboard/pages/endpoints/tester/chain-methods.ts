import type { ChainMethod } from '../../../chains/dashboard-chain.ts';

/** The body of a call with the method's example parameters. */
export function exampleBody({ name, params }: Pick<ChainMethod, 'name' | 'params'>): string {
  const call = { jsonrpc: '2.0', id: 1, method: name, ...(params.length > 0 && { params }) };
  return JSON.stringify(call, null, 2);
}

/** Whether a method's name or description contains the typed text. */
export const matchesMethod = ({ name, about }: Pick<ChainMethod, 'name' | 'about'>, typed: string): boolean =>
  `${name} ${about}`.toLowerCase().includes(typed.trim().toLowerCase());

/** The method with exactly the typed name, else the first match. */
export const bestMatch = (methods: readonly ChainMethod[], typed: string): ChainMethod | undefined =>
  methods.find(({ name }) => name.toLowerCase() === typed.trim().toLowerCase()) ??
  methods.find((method) => matchesMethod(method, typed));

/** A remark on a valid body before it is sent, if there is one. */
export function bodyRemark(names: readonly string[], methods: readonly ChainMethod[]): string | undefined {
  const others = names.filter((name) => methods.length > 0 && methods.every((method) => method.name !== name));
  if (others.length > 0) {
    return `The gateway does not know ${[...new Set(others)].slice(0, 3).join(', ')}. The call is forwarded unchanged and counted as “other”.`;
  }
  return names.length > 1
    ? `A batch of ${names.length} calls counts as ${names.length} calls. Either all are admitted or none.`
    : undefined;
}
