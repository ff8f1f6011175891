import type { Chain } from './chain.ts';

/** The part of a node's settings that says which methods are sent to it. */
export type ServingNode = {
  /** The only methods, or groups of them, that are sent to this node. Default: all. */
  readonly methods?: readonly string[] | undefined;
  /** Methods, or groups of them, that are never sent to this node. */
  readonly exceptMethods?: readonly string[] | undefined;
};

/**
 * Whether calls of this method are sent to the node. Methods and groups that it does not serve are never sent to it. A
 * method that no list knows is only sent to a node that does not list what it serves.
 */
export function serves({ methods, exceptMethods = [] }: ServingNode, chain: Pick<Chain, 'methods'>, method: string) {
  const known = chain.methods.get(method);
  const isIn = (list: readonly string[]) =>
    list.includes(method) || (known?.group !== undefined && list.includes(known.group));
  return !isIn(exceptMethods) && (methods === undefined || (known !== undefined && isIn(methods)));
}
