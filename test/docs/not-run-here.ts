/**
 * Commands of docs/operating.md that take an AWS account, or would change this repository: how each begins, and why it is
 * not run here. What names a stack, an output or a resource in one of them is held against the template all the same.
 */
export const notRunHere: Readonly<Record<string, string>> = {
  'aws cloudformation describe-stacks': 'answered with the outputs of the local runtime’s template',
  'aws cloudformation list-stack-resources': 'answered with the resources of the local runtime’s template',
  'aws cloudformation update-termination-protection': 'there is no CloudFormation here',
  'aws cloudwatch describe-alarms': 'there is no CloudWatch here',
  'aws cognito-idp delete-user-pool': 'would delete the users',
  'aws cognito-idp update-user-pool': 'the emulated pool has no protection',
  'aws dynamodb delete-table': 'would delete the tables that other commands use',
  'aws dynamodb describe-continuous-backups': 'DynamoDB Local has no backups',
  'aws dynamodb export-table-to-point-in-time': 'DynamoDB Local has no exports',
  'aws dynamodb get-item': 'the AWS CLI is not installed here; its key is held against the table',
  'aws dynamodb restore-table-to-point-in-time': 'DynamoDB Local has no backups: the test makes the copy',
  'aws dynamodb update-table': 'DynamoDB Local has no deletion protection to lift',
  'aws dynamodb wait table-exists': 'the AWS CLI is not installed here',
  'aws lambda get-account-settings': 'asks an account',
  'aws lambda list-versions-by-function': 'the local runtime has one version',
  'aws lambda update-alias': 'the local runtime has one version',
  'aws s3 rb': 'there is no S3 to delete a bucket from',
  'aws s3 rm': 'there is no S3 to empty',
  'aws secretsmanager create-secret': 'needs a node’s credentials; their form is tried in this test',
  'aws secretsmanager delete-secret': 'the same',
  'aws service-quotas list-service-quotas': 'asks an account',
  'aws service-quotas request-service-quota-increase': 'asks AWS for more',
  'aws sesv2 create-email-identity': 'there is no SES here',
  'aws sesv2 get-account': 'there is no SES here',
  'aws sts get-caller-identity': 'asks whose credentials these are',
  'git checkout': 'would change this repository',
  'git clone': 'this is the repository',
  'git pull': 'would change this repository',
  'git rev-parse': 'the tests may run where there is no repository',
  'npm ci': 'would take away the packages that the tests run on; .ci/run runs it',
  'npm run conformance': 'test/conformance runs the same cases against the local runtime, by one address and one key',
  'npm run deploy': 'takes an account',
  'npx cdk bootstrap': 'takes an account',
  'npx cdk destroy': 'takes an account',
  'npx cdk diff': 'compares with what is deployed',
};

/** Commands of programs that could do harm, and do none: how each begins. */
export const runHere: readonly string[] = [
  'npm run --silent seed',
  'npm run restore',
  'npm run sluice',
  'npm run synth',
];
