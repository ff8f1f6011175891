import type { Doors } from './doors.ts';
import type { Door } from './http-api/door.ts';
import { UnsupportedResourceError } from './properties.ts';
import type { Place } from './template/physical-ids.ts';
import { loadTemplate, type Resource, type Template } from './template/template.ts';

/** The stack's template, and the door of each of its HTTP APIs by logical id. */
export type Stack = { readonly template: Template; readonly doors: ReadonlyMap<string, Door> };

/** Which of the doors an HTTP API gets, by name; undefined for an API that has none. */
export type NameApi = (api: Resource, outputs: Template['outputs']) => string | undefined;

/**
 * Loads a template so that the addresses of its HTTP APIs and user pool, which functions, outputs and the
 * distribution hold, are those where they really listen.
 * @throws {UnsupportedResourceError} for an API that has no door
 */
export function loadStack(path: string, place: Place, { apis, userPool }: Doors, nameApi: NameApi): Stack {
  const asOnAws = loadTemplate(path, place);
  const doorOf = (api: Resource): Door => {
    const door = apis[nameApi(api, asOnAws.outputs) ?? ''];
    if (!door) throw new UnsupportedResourceError(api, 'nothing says on which port it listens');
    return door;
  };
  const doors = new Map(asOnAws.ofType('AWS::ApiGatewayV2::Api').map((api) => [api.logicalId, doorOf(api)]));
  const apiEndpoints = Object.fromEntries([...doors].map(([logicalId, { url }]) => [logicalId, url]));
  return { template: loadTemplate(path, { ...place, apiEndpoints, userPoolEndpoint: userPool.url }), doors };
}
