import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Grant } from './grant.ts';

/** The role of a Lambda function: it may write to its log group, and do exactly what it is granted. */
export class FunctionRole extends Role {
  constructor(scope: Construct, id: string, logGroup: LogGroup, grants: readonly Grant[]) {
    const statements = [writeTo(logGroup), ...grants].map(
      ({ actions, resources }) => new PolicyStatement({ actions: [...actions], resources: [...resources] }),
    );
    super(scope, id, {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { grants: new PolicyDocument({ statements }) },
    });
  }
}

const writeTo = (logGroup: LogGroup): Grant => ({
  actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
  resources: [logGroup.logGroupArn],
});
