import { expect, test } from '@jest/globals';
import { billing, templateOf } from './synthesis.ts';

/** The logical ids that a part of a template refers to. */
function referredTo(part: unknown, ids: ReadonlySet<string>): string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, value]) => {
    const first: unknown = Array.isArray(value) ? value[0] : String(value).split('.')[0];
    const named = name === 'DependsOn' ? [value].flat() : [name === 'Ref' || name === 'Fn::GetAtt' ? first : undefined];
    return [...named.filter((id): id is string => typeof id === 'string' && ids.has(id)), ...referredTo(value, ids)];
  });
}

// The CDK's own check leaves out update policies, by which an alias waits for its deployment group and that for its alarms.
test.each([
  ['dev', {}],
  ['prod with billing', { billing }],
])('no resource of %s depends on itself', (name, settings) => {
  const { Resources } = templateOf(name.split(' ')[0] ?? '', { settings }).toJSON();
  const ids = new Set(Object.keys(Resources));
  const waitsFor = new Map([...ids].map((id) => [id, referredTo(Resources[id], ids)]));
  const done = new Set<string>();
  const visit = (id: string, way: readonly string[]): void => {
    if (done.has(id)) return;
    expect(way).not.toContain(id);
    for (const next of waitsFor.get(id) ?? []) visit(next, [...way, id]);
    done.add(id);
  };
  for (const id of ids) visit(id, []);
});
