import type { Construct } from 'constructs';
import { ApiDomain } from './api-domain.ts';
import type { Domain, Domains } from './domains.ts';
import { OwnDomain } from './own-domain.ts';

/** Those names of one's own that there are. */
export type OwnDomains = {
  readonly rpc: ApiDomain | undefined;
  readonly api: ApiDomain | undefined;
  readonly dashboard: OwnDomain | undefined;
};

/** Makes what the names of a deployment want: certificates, API Gateway's domain names, and later their records. */
export function makeOwnDomains(scope: Construct, { rpc, api, dashboard, hostedZone }: Domains): OwnDomains {
  const props = (domain: Domain, name: string) => ({ domain, hostedZone, targetOutput: `${name}DomainTarget` });
  return {
    rpc: rpc && new ApiDomain(scope, 'RpcDomain', props(rpc, 'Rpc')),
    api: api && new ApiDomain(scope, 'ApiDomain', props(api, 'Api')),
    dashboard: dashboard && new OwnDomain(scope, 'DashboardDomain', props(dashboard, 'Dashboard')),
  };
}
