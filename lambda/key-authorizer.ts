import { managementApiName } from '../src/network.ts';
import { readFunctionSettings } from '../src/settings.ts';
import { createAuthorizer } from './authorizer-handler.ts';

/** The authorizer of `GET /v1/key`: keys are refused, and refusals recorded, as at the RPC API. */
export const handler = await createAuthorizer(readFunctionSettings(process.env), () => managementApiName);
