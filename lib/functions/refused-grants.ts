import { Annotations } from 'aws-cdk-lib';
import type { IRole, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { GatewayFunction } from './gateway-function.ts';

/**
 * From now on, a grant to a function of the instance is an error at synthesis. Its role has exactly the grants that it
 * needs, and the CDK would say that it had added one.
 */
export function refuseFurtherGrants(instance: Construct): void {
  for (const each of instance.node.findAll())
    if (each instanceof GatewayFunction && each.handler.role) refuse(each, each.handler.role);
}

function refuse(scope: GatewayFunction, role: IRole): void {
  const refused = (statement: PolicyStatement) => {
    Annotations.of(scope).addError(
      `A grant to the function ${scope.name} is not rendered (${statement.actions.join(', ')}): its role has only what it ` +
        'needs. Attach a policy of your own to its role instead (docs/construct.md, "Let your own function read").',
    );
    // Not false: then the CDK would put the grant into the policy of the other resource.
    return { statementAdded: true, policyDependable: scope };
  };
  Object.assign(role, { addToPrincipalPolicy: refused, addToPolicy: () => true });
}
