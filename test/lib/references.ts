/** The logical ids that a part of a template refers to. */
export function referredTo(part: unknown, ids: ReadonlySet<string>): string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, value]) => {
    const first: unknown = Array.isArray(value) ? value[0] : String(value).split('.')[0];
    const named = name === 'DependsOn' ? [value].flat() : [name === 'Ref' || name === 'Fn::GetAtt' ? first : undefined];
    return [...named.filter((id): id is string => typeof id === 'string' && ids.has(id)), ...referredTo(value, ids)];
  });
}

/**
 * A resource of a template that waits for itself. The CDK's own check leaves out update policies, by which an alias waits
 * for its deployment group and that for its alarms.
 */
export function cycleIn(resources: Readonly<Record<string, unknown>>): string | undefined {
  const ids = new Set(Object.keys(resources));
  const done = new Set<string>();
  const visit = (id: string, way: readonly string[]): string | undefined => {
    if (done.has(id)) return undefined;
    if (way.includes(id)) return id;
    for (const next of referredTo(resources[id], ids)) {
      const found = visit(next, [...way, id]);
      if (found !== undefined) return found;
    }
    done.add(id);
    return undefined;
  };
  for (const id of ids) {
    const found = visit(id, []);
    if (found !== undefined) return found;
  }
  return undefined;
}
