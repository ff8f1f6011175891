/** What a method is about. A node can serve some of the groups. */
export const methodGroups = ['accounts', 'history', 'transactions', 'status'] as const;

type MethodGroup = (typeof methodGroups)[number];

/** How much work a call is for a node: a lookup; several lookups or an execution; a scan, an index or a trace. */
type CostClass = 'light' | 'medium' | 'heavy';

/**
 * `read`: may be sent to several nodes, and before it is admitted. `pinned`: reads state that only one node has, so it
 * is sent once. `signed`: sends a transaction that its sender has signed; if a node refuses it, another node may get it.
 * `write`: may change the chain, so it is sent once.
 */
type MethodUse = 'read' | 'pinned' | 'signed' | 'write';

/** What the gateway knows of a method. Methods that only the settings name have no group. */
export type Method = {
  readonly use: MethodUse;
  readonly group: MethodGroup | undefined;
  readonly cost: CostClass;
  /** A node that is behind may give an outdated answer. */
  readonly lagMatters: boolean;
};

export type Methods = ReadonlyMap<string, Method>;

/**
 * Methods that have everything in common, by their names. `timeless` ones name an old block, are the same on every node,
 * or are about the node itself: lag does not matter for them.
 */
type MethodRow = readonly [use: MethodUse, group: MethodGroup, cost: CostClass, names: string, timeless?: string];

/** Names in a text. After `eth:` they are those of a namespace: `eth: call getLogs` is `eth_call` and `eth_getLogs`. */
function namesIn(text: string): string[] {
  let prefix = '';
  const names: string[] = [];
  for (const word of text.split(/\s+/)) {
    if (word.endsWith(':')) prefix = `${word.slice(0, -1)}_`;
    else if (word) names.push(prefix + word);
  }
  return names;
}

/** Builds a table from rows, which are compact because every function's bundle has them. */
export function methodTable(rows: readonly MethodRow[]): Methods {
  const table = new Map<string, Method>();
  for (const [use, group, cost, names, timeless = ''] of rows) {
    for (const name of namesIn(names)) table.set(name, { use, group, cost, lagMatters: true });
    for (const name of namesIn(timeless)) table.set(name, { use, group, cost, lagMatters: false });
  }
  return table;
}
