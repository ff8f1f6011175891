import type { Listener, Listeners } from './listeners.ts';
import { UnsupportedResourceError } from './resource-properties.ts';
import type { StackLocation } from './template/physical-ids.ts';
import { loadTemplate, type Resource, type Template } from './template/template.ts';
import type { Selection } from './template/template-part.ts';
import type { VpcOptions } from './vpc/vpc-options.ts';

/** The stack's template, and the listeners of its HTTP APIs and distributions by logical id. */
export type LoadedStack = {
  readonly template: Template;
  readonly apis: ReadonlyMap<string, Listener>;
  readonly distributions: ReadonlyMap<string, Listener>;
};

/** Returns the name of the listener of an HTTP API or a distribution; undefined for one without a listener. */
export type ListenerNameOf = (resource: Resource, outputs: Template['outputs']) => string | undefined;

export type LoadOptions = {
  readonly place: StackLocation;
  readonly listeners: Listeners;
  readonly nameListener: ListenerNameOf;
  /** The part of the template to serve. Default: all of it. */
  readonly select?: Selection | undefined;
  readonly vpc?: VpcOptions | undefined;
};

/**
 * Loads a template. Functions, outputs and distributions get the real local addresses of the HTTP APIs, the user pools
 * and the distributions.
 * @throws {UnsupportedResourceError} for an API or a distribution that has no listener
 * @throws {MissingResourceError} for a listener that is left over
 */
export function loadStack(path: string, { place, listeners, nameListener, ...options }: LoadOptions): LoadedStack {
  const select = options.select && withNodeGroups(options.select, options.vpc);
  const asOnAws = loadTemplate(path, place, select);
  const listenersOf = (type: string, named: Listeners['apis']): ReadonlyMap<string, Listener> => {
    const free = new Map(Object.entries(named));
    const taken = asOnAws.ofType(type).map((resource): [string, Listener] => {
      const name = nameListener(resource, asOnAws.outputs) ?? '';
      const listener = free.get(name);
      if (!listener) throw new UnsupportedResourceError(resource, 'no port is configured for it');
      free.delete(name);
      return [resource.logicalId, listener];
    });
    for (const name of free.keys()) throw new MissingResourceError(type, name);
    return new Map(taken);
  };
  const apis = listenersOf('AWS::ApiGatewayV2::Api', listeners.apis);
  const distributions = listenersOf('AWS::CloudFront::Distribution', listeners.distributions);
  const addresses = {
    apiEndpoints: urlsOf(apis),
    userPoolEndpoint: listeners.userPools.url,
    distributionUrls: urlsOf(distributions),
  };
  return { template: loadTemplate(path, { ...place, ...addresses }, select), apis, distributions };
}

/** The groups of nodes belong to the part even if no rule leads to them. */
const withNodeGroups =
  (select: Selection, { nodes = [] }: VpcOptions = {}): Selection =>
  (paths) => [...select(paths), ...nodes.flatMap(({ group = '' }) => paths.get(group) ?? [])];

const urlsOf = (listeners: ReadonlyMap<string, Listener>): Record<string, string> =>
  Object.fromEntries([...listeners].map(([logicalId, { url }]) => [logicalId, url]));

/** A port is configured for something that the template does not have. Requests to it would never be answered. */
class MissingResourceError extends Error {
  override readonly name = 'MissingResourceError';
  readonly code = 'missing_resource';

  constructor(type: string, name: string) {
    super(`A port is configured for ${name}, but the template has no ${type} of that name. Correct the name.`);
  }
}
