import type { Network } from '../../src/network.ts';
import type { SettingsProblem } from '../settings/configuration-error.ts';
import { addressIn, isPrivate } from './private-host.ts';
import type { RulePeer, VpcIds } from './vpc-props.ts';

/** Connections that the functions may open. */
export type NodeRule = { readonly peer: RulePeer; readonly port: number };

type Upstream = Network['upstreams'][number];

/** What the functions' security group must allow for all nodes, each rule once. */
export function nodeRules(networks: readonly Network[], vpc: VpcIds): NodeRule[] {
  const rules = networks.flatMap(({ upstreams }) => upstreams.flatMap((upstream) => rulesOf(upstream, vpc)));
  return [...new Map(rules.map((rule) => [JSON.stringify(rule), rule])).values()];
}

function rulesOf(upstream: Upstream, vpc: VpcIds): NodeRule[] {
  const port = portOf(upstream.url);
  return peersOf(upstream, vpc).map((peer) => ({ peer, port }));
}

function peersOf(upstream: Upstream, { nodes, ipv6 }: VpcIds): readonly RulePeer[] {
  const found = addressIn(upstream.url);
  if (found)
    return [found.family === 'ipv4' ? { cidrIp: `${found.address}/32` } : { cidrIpv6: `${found.address}/128` }];
  if (isPrivate(upstream)) return nodes;
  return [{ cidrIp: '0.0.0.0/0' }, ...(ipv6 ? [{ cidrIpv6: '::/0' }] : [])];
}

const portOf = (url: string): number => {
  const { port, protocol } = new URL(url);
  return Number(port) || (protocol === 'https:' ? 443 : 80);
};

/** What is wrong about the nodes of the networks in this VPC, or outside of any. */
export const nodeProblems = (networks: readonly Network[], vpc: VpcIds | undefined): SettingsProblem[] =>
  networks.flatMap(({ upstreams }, index) =>
    upstreams.flatMap((upstream, at) => {
      const message = problemOf(upstream, vpc);
      return message === undefined ? [] : [{ path: `networks.${index}.upstreams.${at}`, message }];
    }),
  );

function problemOf(upstream: Upstream, vpc: VpcIds | undefined): string | undefined {
  const { host } = new URL(upstream.url);
  if (!vpc || vpc.leaving) {
    if (upstream.private !== true) return undefined;
    return vpc
      ? `${host} is private, but vpc.leaving takes the functions out of its VPC. Remove the node first`
      : `${host} is private: add vpc, so that the functions run where it can be reached, or remove "private"`;
  }
  const found = addressIn(upstream.url);
  if (found?.family === 'ipv6' && !vpc.ipv6) return `${host} has an IPv6 address: set vpc.ipv6 to true`;
  if (isPrivate(upstream)) return found || vpc.securityGroups || vpc.nodes.length > 0 ? undefined : noPlace(host);
  if (vpc.internet === 'nat') return undefined;
  return (
    `${host} is public, and vpc.internet is 'none'. Add private: true if it is reached within the VPC; otherwise remove ` +
    "the node, or give the subnets a way to the internet and set vpc.internet to 'nat'"
  );
}

const noPlace = (host: string): string =>
  `${host} is private: give the security group or the CIDR block that it is in as vpc.nodes`;
