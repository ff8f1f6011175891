import * as v from 'valibot';
import type { Doors } from './doors.ts';
import type { Door } from './http-api/door.ts';
import { UnsupportedResourceError } from './properties.ts';
import type { Place } from './template/physical-ids.ts';
import { loadTemplate, type Resource, type Template } from './template/template.ts';

/** The stack's template, and the door of each of its HTTP APIs by logical id. */
export type Stack = { readonly template: Template; readonly doors: ReadonlyMap<string, Door> };

/**
 * Loads the stack's template so that the addresses of its HTTP APIs and user pool, which functions, outputs and the
 * dashboard hold, are those where they really listen. Which API is which is known by the stack's outputs.
 * @throws {UnsupportedResourceError} for an API that no output names
 */
export function loadStack(path: string, place: Place, { rpc, management, userPool }: Doors): Stack {
  const asOnAws = loadTemplate(path, place);
  const outputs = v.parse(addresses, asOnAws.outputs);
  const doorOf = (api: Resource): Door => {
    const has = (address: string) => address.startsWith(String(api.attributes.ApiEndpoint));
    if (has(outputs.MainnetEndpoint)) return rpc;
    if (has(outputs.ApiUrl)) return management;
    throw new UnsupportedResourceError(api, 'neither the output MainnetEndpoint nor ApiUrl says that it is for it');
  };
  const doors = new Map(asOnAws.ofType('AWS::ApiGatewayV2::Api').map((api) => [api.logicalId, doorOf(api)]));
  const apiEndpoints = Object.fromEntries([...doors].map(([logicalId, { url }]) => [logicalId, url]));
  return { template: loadTemplate(path, { ...place, apiEndpoints, userPoolEndpoint: userPool.url }), doors };
}

const addresses = v.object({ MainnetEndpoint: v.string(), ApiUrl: v.string() });
