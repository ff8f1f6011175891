import { bundle } from './bundle.ts';
import { settingsWithNode } from './bundle-settings.ts';
import { variablesOf } from './deployed.ts';
import { dynamoDbVariables } from './local-dynamodb.ts';
import { type Server, startServer } from './start-server.ts';

/** Where a gateway's tables and its node are. */
export type GatewayOptions = {
  readonly dynamoDb: string;
  readonly upstream: string;
  /** Name of the Directory table; the others are called Admissions and Records. */
  readonly directory?: string;
};

/**
 * Starts Sluice's request path in a process of its own: the bundles of authorizer and proxy, with the settings that
 * prod deploys, behind gateway/process.ts.
 */
export async function startGateway({ dynamoDb, upstream, directory }: GatewayOptions): Promise<Server> {
  return startServer('gateway/process.ts', {
    ...variablesOf('Authorizer'),
    ...variablesOf('Proxy'),
    ...dynamoDbVariables(dynamoDb),
    DIRECTORY_TABLE: directory ?? 'Directory',
    ADMISSIONS_TABLE: 'Admissions',
    RECORDS_TABLE: 'Records',
    NETWORKS_TABLE: 'Networks',
    ...settingsWithNode(upstream),
    AUTHORIZER_BUNDLE: await bundle('../../lambda/authorizer.ts', 'esm'),
    PROXY_BUNDLE: await bundle('../../lambda/proxy.ts', 'esm'),
  });
}
