import type { Method } from '../methods.ts';

/** What is worth knowing before a body with these methods is sent, though the endpoint would take it. */
export function remarkOn(names: readonly string[], methods: readonly Method[]): string | undefined {
  const others = names.filter((name) => methods.length > 0 && methods.every((method) => method.name !== name));
  if (others.length > 0) {
    return `Sluice does not know ${[...new Set(others)].slice(0, 3).join(', ')}: it is sent to the node as it is, and counted as “other”.`;
  }
  return names.length > 1 ? `A batch of ${names.length} calls: it counts as ${names.length}, all or none.` : undefined;
}
