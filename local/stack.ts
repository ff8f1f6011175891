import * as v from 'valibot';
import { endpointOutput, type Route, routes } from '../src/routes.ts';
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
export function loadStack(path: string, place: Place, { rpc, management, userPool }: Doors, rows = routes): Stack {
  const asOnAws = loadTemplate(path, place);
  const { ApiUrl, endpoints } = addressesIn(asOnAws.outputs, rows);
  const doorOf = (api: Resource): Door => {
    const has = (address: string) => address.startsWith(String(api.attributes.ApiEndpoint));
    if (endpoints.some(has)) return rpc;
    if (has(ApiUrl)) return management;
    throw new UnsupportedResourceError(api, 'no output has its address, neither ApiUrl nor that of a network');
  };
  const doors = new Map(asOnAws.ofType('AWS::ApiGatewayV2::Api').map((api) => [api.logicalId, doorOf(api)]));
  const apiEndpoints = Object.fromEntries([...doors].map(([logicalId, { url }]) => [logicalId, url]));
  return { template: loadTemplate(path, { ...place, apiEndpoints, userPoolEndpoint: userPool.url }), doors };
}

/** The addresses that the outputs have: the management API's, and each network's, all of which are the RPC API's. */
function addressesIn(outputs: Template['outputs'], rows: readonly Route[]) {
  const { ApiUrl } = v.parse(v.object({ ApiUrl: v.string() }), outputs);
  return { ApiUrl, endpoints: rows.flatMap((row) => outputs[endpointOutput(row)] ?? []) };
}
