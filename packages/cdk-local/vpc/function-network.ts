import type { SecurityGroup } from './security-groups.ts';
import type { PrefixLists } from './security-rule.ts';
import type { InterfaceEndpoint, Subnet } from './subnets.ts';
import type { VpcNode } from './vpc-options.ts';

/** What decides which connections of one function its VPC lets through. Plain data: its threads get a copy. */
export type FunctionNetwork = {
  readonly functionName: string;
  readonly groups: readonly SecurityGroup[];
  readonly subnets: readonly Subnet[];
  readonly nodes: readonly VpcNode[];
  /** The groups of nodes and interface endpoints, and those that rules of the function name, by id. */
  readonly peers: Readonly<Record<string, SecurityGroup>>;
  readonly interfaces: readonly InterfaceEndpoint[];
  /** Where the services of AWS answer on this machine: `127.0.0.1:4567`. */
  readonly servicesAt: string;
  readonly prefixLists: PrefixLists;
};
