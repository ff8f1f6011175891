import { networkAt } from '../src/network.ts';
import { readFunctionSettings } from '../src/settings.ts';
import { createAuthorizer } from './authorizer-handler.ts';

const settings = readFunctionSettings(process.env);

/** The RPC API's authorizer. */
export const handler = await createAuthorizer(settings, (rawPath) => networkAt(settings.networks, rawPath)?.network);
