import type { SecurityGroupRules } from './security-groups.ts';

/** What a template cannot say about its VPC on this machine. */
export type VpcOptions = {
  /** Where nodes are in the VPC. Other addresses are taken as they are. */
  readonly nodes?: readonly VpcNode[] | undefined;
  /** Rules of groups that the template only names, by id. Without them, a function's own group is closed. */
  readonly securityGroups?: Readonly<Record<string, SecurityGroupRules>> | undefined;
  /** What is in prefix lists that the template only names, by id: an AWS service, or CIDR blocks. */
  readonly prefixLists?: Readonly<Record<string, 'dynamodb' | 's3' | readonly string[]>> | undefined;
  /** Whether subnets that the template only names have a way to the internet. Default: they have none. */
  readonly internet?: boolean | undefined;
  /** Endpoints for services (`dynamodb`, `secretsmanager`) that the template does not create. With a group: of type interface. */
  readonly endpoints?: Readonly<Record<string, { readonly group?: string | undefined }>> | undefined;
};

/** A node in the VPC, or the local program that represents it. */
export type VpcNode = {
  /** Host and port, as functions use them: `127.0.0.1:8899`, `node.internal:8899`. */
  readonly address: string;
  /** Where it answers on this machine, if not there: `127.0.0.1:8899`. */
  readonly local?: string | undefined;
  /** Its security group: a logical id of the template, or an id that the template names. */
  readonly group?: string | undefined;
  /** Its addresses in the VPC: a CIDR block or an IP address. */
  readonly cidr?: string | undefined;
};
