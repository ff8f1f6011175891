import * as v from 'valibot';

// The parts of a CycloneDX document, as npm sbom writes it, that are read here. All others stay as they are.
const componentSchema = v.looseObject({
  'bom-ref': v.string(),
  name: v.string(),
  version: v.string(),
  purl: v.optional(v.string()),
});
const bomSchema = v.looseObject({
  bomFormat: v.literal('CycloneDX'),
  metadata: v.looseObject({ component: componentSchema }),
  components: v.array(componentSchema),
  dependencies: v.array(v.looseObject({ ref: v.string(), dependsOn: v.array(v.string()) })),
});

export type Bom = v.InferOutput<typeof bomSchema>;

/** The bill of materials in the output of npm sbom. */
export const parseBom = (text: string): Bom => v.parse(v.pipe(v.string(), v.parseJson(), bomSchema), text);

/** A line of the third-party notices that names a package: "name 1.2.3 (MIT OR Apache-2.0), by its author". */
const noticed = /^((?:@[^\s/]+\/)?[^\s@/()]+) (\d+\.\d+\.\d+\S*) \(.+\)(?:, by .*)?$/gm;

/**
 * The bill of materials of the published package: what is bundled in it, by its third-party notices, and its
 * dependencies. npm's own bill has only the dependencies.
 * @param bom of the whole repository
 * @throws if the notices name no package, or one that the repository's bill does not have
 */
export function packageBom(bom: Bom, options: { name: string; notices: string; serialNumber: string }): Bom {
  // npm gives a workspace the name of its folder; its reference has the name of its package.
  const own = bom.components.find((component) => component['bom-ref'].startsWith(`${options.name}@`));
  if (!own) throw new Error(`The bill of materials of the repository has no component ${options.name}.`);
  const bundled = [...options.notices.matchAll(noticed)].map(([, name, version]) => `${name}@${version}`);
  if (bundled.length === 0) throw new Error('The third-party notices name no package. Has their format changed?');
  const direct = bom.dependencies.find(({ ref }) => ref === own['bom-ref'])?.dependsOn ?? [];
  const refs = new Set([...bundled, ...direct]);
  const components = bom.components.filter((component) => refs.has(component['bom-ref']));
  const missing = [...refs].filter((ref) => !components.some((component) => component['bom-ref'] === ref));
  if (missing.length > 0) throw new Error(`The repository's bill of materials lacks ${missing.join(', ')}.`);
  const edges = bom.dependencies.filter(({ ref }) => refs.has(ref));
  return {
    ...bom,
    serialNumber: options.serialNumber,
    metadata: { ...bom.metadata, component: { ...own, name: options.name } },
    components,
    dependencies: [
      { ref: own['bom-ref'], dependsOn: [...refs] },
      ...edges.map((edge) => ({ ...edge, dependsOn: edge.dependsOn.filter((ref) => refs.has(ref)) })),
    ],
  };
}
