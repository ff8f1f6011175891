/** Names under which usage counts calls without a known method. */
const groups: Readonly<Record<string, string>> = { other: 'unknown methods', none: 'no method read' };

/** What a group of methods is called; undefined for a method. A method may be named like a property of every object. */
export const methodGroup = (name: string): string | undefined =>
  Object.hasOwn(groups, name) ? groups[name] : undefined;
