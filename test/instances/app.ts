import { App, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { AttributeType, StreamViewType, Table } from 'aws-cdk-lib/aws-dynamodb';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction, SnsTopic } from 'aws-cdk-lib/aws-events-targets';
import { Code, Function as LambdaFn, Runtime, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Bucket, EventType } from 'aws-cdk-lib/aws-s3';
import { LambdaDestination } from 'aws-cdk-lib/aws-s3-notifications';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { buildDashboard } from '../../bin/build/build-dashboard.ts';
import { buildFunctions } from '../../bin/build/build-functions.ts';
import { Sluice } from '../../lib/sluice.ts';
import { readAppOptions } from './app-options.ts';

// An app of somebody who has two instances of Sluice in a stack with other resources.

const { outdir, alpha, beta } = readAppOptions(process.argv[2] ?? '');
const app = new App({
  outdir,
  analyticsReporting: false,
  // It takes seconds; test/lib has the CDK validate two instances.
  builtinCloudFormationValidation: false,
  treeMetadata: false,
  // As the CDK's command does.
  postCliContext: { 'aws:cdk:enable-asset-metadata': true },
});
const stack = new Stack(app, 'Platform');
const artifacts = { functions: buildFunctions(), dashboard: buildDashboard() };

new Sluice(stack, 'Alpha', { settings: alpha, stage: 'dev', artifacts });
addOthers(stack);
new Sluice(stack, 'Beta', { settings: beta, stage: 'dev', artifacts });
app.synth();

/** Resources that the local runtime cannot serve, some of unknown types, some of known types with other properties. */
function addOthers(scope: Stack): void {
  const queue = new Queue(scope, 'Queue');
  const worker = new LambdaFn(scope, 'Worker', {
    runtime: Runtime.PYTHON_3_13,
    handler: 'index.handler',
    code: Code.fromInline('def handler(event, context): pass'),
  });
  const items = new Table(scope, 'Items', {
    partitionKey: { name: 'id', type: AttributeType.STRING },
    stream: StreamViewType.NEW_IMAGE,
  });
  const uploads = new Bucket(scope, 'Uploads', { removalPolicy: RemovalPolicy.DESTROY, autoDeleteObjects: true });
  uploads.addEventNotification(EventType.OBJECT_CREATED, new LambdaDestination(worker));
  worker.addEventSource(new SqsEventSource(queue));
  const eventSourceArn = items.tableStreamArn ?? '';
  worker.addEventSourceMapping('Items', { eventSourceArn, startingPosition: StartingPosition.LATEST });
  const targets = [new LambdaFunction(worker), new SnsTopic(new Topic(scope, 'Topic'))];
  new Rule(scope, 'Mornings', { schedule: Schedule.expression('cron(0 8 * * ? *)'), targets });
}
