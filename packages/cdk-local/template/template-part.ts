/** The paths of a template's resources and outputs in the tree of constructs, by logical id: `/Stack/Rpc/ApiUrl`. */
export type ConstructPaths = ReadonlyMap<string, string>;

/** Chooses constructs by their paths, such as `/Stack/Rpc`, from the paths of all resources and outputs. */
export type Selection = (paths: ConstructPaths) => readonly string[];

/** The part of a template that is served. */
export type TemplatePart = {
  /** Whether a resource or an output belongs to it. */
  readonly has: (logicalId: string) => boolean;
  /** Adds the construct of a resource, because something of the part refers to it. */
  readonly add: (logicalId: string) => void;
};

export const wholeTemplate: TemplatePart = { has: () => true, add: () => {} };

/** The part that has the selected constructs. */
export function partOf(paths: ConstructPaths, select: Selection): TemplatePart {
  const constructs = new Set(select(paths));
  const has = (logicalId: string): boolean => withParents(paths.get(logicalId) ?? '').some((it) => constructs.has(it));
  const add = (logicalId: string): void => {
    const path = paths.get(logicalId);
    if (path !== undefined && !has(logicalId)) constructs.add(constructOf(path));
  };
  return { has, add };
}

/** `/Stack/Rpc/Api` with `/Stack/Rpc` and `/Stack`. */
const withParents = (path: string): string[] =>
  path.split('/').flatMap((_, index, names) => (index > 0 ? [names.slice(0, index + 1).join('/')] : []));

/**
 * A construct of the CDK calls its main resource `Resource`. What belongs to it, such as the policies of a role and the
 * permissions of a function, is beside that.
 */
const constructOf = (path: string): string => path.replace(/(\/[^/]+\/[^/]+)\/Resource$/, '$1');
