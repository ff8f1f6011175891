/**
 * Commands of docs/operating.md that need an AWS account or would change this repository: the start of each, and why the
 * test skips it. Names of stacks, outputs and resources in them are still checked against the template.
 */
export const skippedCommands: Readonly<Record<string, string>> = {
  'aws cloudformation delete-stack': 'there is no CloudFormation here',
  'aws cloudformation describe-stack-events': 'there is no CloudFormation here',
  'aws cloudformation describe-stacks': 'answered with the outputs of the local runtime’s template',
  'aws cloudformation list-stack-resources': 'answered with the resources of the local runtime’s template',
  'aws cloudformation update-termination-protection': 'there is no CloudFormation here',
  'aws cloudformation wait stack-delete-complete': 'there is no CloudFormation here',
  'aws cloudwatch describe-alarms': 'there is no CloudWatch here',
  'aws cognito-idp delete-user-pool': 'would delete the users',
  'aws cognito-idp update-user-pool': 'the emulated pool has no protection',
  'aws dynamodb delete-table': 'would delete the tables that other commands use',
  'aws dynamodb describe-continuous-backups': 'DynamoDB Local has no backups',
  'aws dynamodb export-table-to-point-in-time': 'DynamoDB Local has no exports',
  'aws dynamodb restore-table-to-point-in-time': 'DynamoDB Local has no backups: the test makes the copy',
  'aws dynamodb update-table': 'DynamoDB Local has no deletion protection to lift',
  'aws dynamodb wait table-exists': 'the AWS CLI is not installed here',
  'aws ec2 describe-network-interfaces': 'there is no VPC here',
  'aws lambda get-account-settings': 'needs an AWS account',
  'aws lambda list-versions-by-function': 'the local runtime has one version',
  'aws lambda update-alias': 'the local runtime has one version',
  'aws s3 rb': 'there is no S3 to delete a bucket from',
  'aws s3 rm': 'there is no S3 to empty',
  'aws secretsmanager create-secret': 'needs a node’s credentials; the test parses the examples',
  'aws secretsmanager delete-secret': 'needs an AWS account',
  'aws service-quotas list-service-quotas': 'needs an AWS account',
  'aws service-quotas request-service-quota-increase': 'needs an AWS account',
  'aws sesv2 create-email-identity': 'there is no SES here',
  'aws sesv2 get-account': 'there is no SES here',
  'aws sts get-caller-identity': 'needs an AWS account',
  'git checkout': 'would change this repository',
  'git clone': 'this is the repository',
  'git describe': 'the tests may run where there is no repository',
  'git fetch': 'the tests may run where there is no network',
  'npm ci': 'would replace the packages that the tests use; .ci/run runs it',
  'npm run conformance': 'test/conformance runs the same cases against the local runtime',
  'npm run load': 'test/bin/load runs it against the local runtime',
  'npm run deploy': 'needs an AWS account',
  'npm run preflight': 'test/bin/preflight runs its questions against a fake of AWS',
  'npx cdk bootstrap': 'needs an AWS account',
  'npx cdk destroy': 'needs an AWS account',
  'npx cdk diff': 'needs a deployed stack',
};

/** Commands that npm-programs.ts runs. */
export const programs: readonly string[] = [
  'npm run --silent seed',
  'npm run --silent sluice',
  'npm run restore',
  'npm run sluice',
];

/** Commands that the test runs, of programs whose other commands it must not run. */
export const executedCommands: readonly string[] = ['npm run synth'];
