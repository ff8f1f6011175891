import type { Listener, Listeners } from './listeners.ts';
import { UnsupportedResourceError } from './resource-properties.ts';
import type { StackLocation } from './template/physical-ids.ts';
import { loadTemplate, type Resource, type Template } from './template/template.ts';

/** The stack's template, and the listener of each of its HTTP APIs by logical id. */
export type LoadedStack = { readonly template: Template; readonly listeners: ReadonlyMap<string, Listener> };

/** Returns the name of the listener of an HTTP API; undefined for an API without one. */
export type ListenerNameOf = (api: Resource, outputs: Template['outputs']) => string | undefined;

/**
 * Loads a template. Functions, outputs and the distribution get the real local addresses of the HTTP APIs, the user pool
 * and the distribution.
 * @throws {UnsupportedResourceError} for an API that has no listener
 */
export function loadStack(
  path: string,
  place: StackLocation,
  { apis, userPool, distribution }: Listeners,
  nameApi: ListenerNameOf,
): LoadedStack {
  const asOnAws = loadTemplate(path, place);
  const listenerOf = (api: Resource): Listener => {
    const listener = apis[nameApi(api, asOnAws.outputs) ?? ''];
    if (!listener) throw new UnsupportedResourceError(api, 'no port is configured for it');
    return listener;
  };
  const listeners = new Map(asOnAws.ofType('AWS::ApiGatewayV2::Api').map((api) => [api.logicalId, listenerOf(api)]));
  const apiEndpoints = Object.fromEntries([...listeners].map(([logicalId, { url }]) => [logicalId, url]));
  const addresses = { apiEndpoints, userPoolEndpoint: userPool.url, distributionUrl: distribution.url };
  return { template: loadTemplate(path, { ...place, ...addresses }), listeners };
}
