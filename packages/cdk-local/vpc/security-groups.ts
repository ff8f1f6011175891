import * as v from 'valibot';
import { readProperties, withoutLocalEffect } from '../resource-properties.ts';
import type { Template } from '../template/template.ts';
import { attachedEgress, attachedIngress, egressRule, ingressRule, type SecurityRule } from './security-rule.ts';

const rules = {
  SecurityGroupEgress: v.optional(v.array(egressRule)),
  SecurityGroupIngress: v.optional(v.array(ingressRule)),
};
const groupSchema = v.strictObject({
  ...rules,
  GroupDescription: withoutLocalEffect,
  GroupName: withoutLocalEffect,
  Tags: withoutLocalEffect,
  VpcId: withoutLocalEffect,
});
const rulesSchema = v.strictObject(rules);

/** The rules of a group, as CloudFormation writes them within an AWS::EC2::SecurityGroup. */
export type SecurityGroupRules = v.InferInput<typeof rulesSchema>;

export type SecurityGroup = {
  readonly id: string;
  /** The template or the options have its rules. */
  readonly known: boolean;
  readonly egress: readonly SecurityRule[];
  readonly ingress: readonly SecurityRule[];
};

/**
 * EC2 adds them to a group without egress rules (AWS CloudFormation Template Reference, AWS::EC2::SecurityGroup), and
 * removes them when a rule comes that is a resource of its own (aws-cdk issue 987).
 */
const everywhere: readonly SecurityRule[] = ['0.0.0.0/0', '::/0'].map((cidr) => ({
  protocol: '-1',
  fromPort: -1,
  toPort: -1,
  target: { cidr },
}));

/**
 * The security groups that the template has or names, by id.
 * @param given the rules of groups that the template only names
 */
export function readSecurityGroups(
  template: Template,
  given: Readonly<Record<string, SecurityGroupRules>> = {},
): (id: string) => SecurityGroup {
  const own = template
    .ofType('AWS::EC2::SecurityGroup')
    .map((it) => ({ id: it.ref, ...readProperties(it, groupSchema) }));
  const imported = Object.entries(given).map(([id, group]) => ({ id, ...v.parse(rulesSchema, group) }));
  const groups = new Map([...imported, ...own].map((it) => [it.id, it]));
  const egress = template.ofType('AWS::EC2::SecurityGroupEgress').map((it) => readProperties(it, attachedEgress));
  const ingress = template.ofType('AWS::EC2::SecurityGroupIngress').map((it) => readProperties(it, attachedIngress));
  const rulesFor = (id: string, all: typeof egress) => all.filter((it) => it.groupId === id).map(({ rule }) => rule);
  return (id) => {
    const group = groups.get(id);
    const outbound = [...(group?.SecurityGroupEgress ?? []), ...rulesFor(id, egress)];
    return {
      id,
      known: group !== undefined,
      egress: group && outbound.length === 0 ? everywhere : outbound,
      ingress: [...(group?.SecurityGroupIngress ?? []), ...rulesFor(id, ingress)],
    };
  };
}
