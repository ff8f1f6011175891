import { readProperties } from '../properties.ts';
import type { Resource, Template } from '../template/template.ts';
import { wildcards } from '../wildcards.ts';
import { type Behavior, readBehavior } from './behavior.ts';
import { distributionProperties } from './properties.ts';

/** A distribution of the template with everything that hangs on it. */
export type Distribution = {
  readonly id: string;
  /** What `/` stands for; empty where nothing does. */
  readonly rootObject: string;
  /** In order of precedence; the last one covers every path. */
  readonly behaviors: readonly PathBehavior[];
};

/** What is done with the requests of some paths. */
export type PathBehavior = Behavior & { readonly covers: (path: string) => boolean };

/**
 * Reads an AWS::CloudFront::Distribution with its origins, policies and functions.
 * @throws {UnsupportedResourceError} for anything that would change behaviour and is not emulated
 */
export function readDistribution(template: Template, resource: Resource): Distribution {
  const { DistributionConfig: config } = readProperties(resource, distributionProperties);
  const context = { template, distribution: resource, origins: config.Origins };
  return {
    id: resource.ref,
    rootObject: config.DefaultRootObject,
    behaviors: [
      ...config.CacheBehaviors.map(({ PathPattern, ...behavior }) => ({
        ...readBehavior(behavior, context),
        covers: pathPattern(PathPattern),
      })),
      { ...readBehavior(config.DefaultCacheBehavior, context), covers: () => true },
    ],
  };
}

/** CloudFront Developer Guide, "Path pattern": upper and lower case differ, and a leading slash may be left out. */
function pathPattern(pattern: string): PathBehavior['covers'] {
  const matcher = wildcards(pattern.startsWith('/') ? pattern : `/${pattern}`);
  return (path) => matcher.test(path);
}
