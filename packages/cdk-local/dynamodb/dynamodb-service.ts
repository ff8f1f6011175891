import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import * as v from 'valibot';
import { type GateCall, GateRefusal, type GateService, jsonRefusal } from '../iam/gate-service.ts';
import {
  createStreamNames,
  openConnections,
  pipeAnswer,
  type StreamNames,
  type TableLocation,
  tableName,
  toTemplateArns,
} from './dynamodb-forwarding.ts';
import { type PartitionKeys, permissionsFor } from './dynamodb-permissions.ts';

/** Requests whose answers contain ARNs of the engine. */
const withArns = new Set([
  'DynamoDB_20120810.DescribeTable',
  'DynamoDBStreams_20120810.DescribeStream',
  'DynamoDBStreams_20120810.ListStreams',
]);

/** What a request may name by an ARN of the template. */
const named = v.looseObject({
  StreamArn: v.optional(v.string()),
  ExclusiveStartStreamArn: v.optional(v.string()),
  TableName: v.optional(v.string()),
  TransactItems: v.optional(v.array(v.record(v.string(), v.looseObject({ TableName: v.string() })))),
  RequestItems: v.optional(v.record(v.string(), v.unknown())),
});

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch (cause) {
    throw new GateRefusal('invalid_request', 'The body is not JSON', { cause });
  }
}

async function rewritten(answer: IncomingMessage, place: TableLocation, response: ServerResponse): Promise<void> {
  const body = toTemplateArns(await text(answer), place);
  const contentType = answer.headers['content-type'] ?? 'application/x-amz-json-1.0';
  response.writeHead(answer.statusCode ?? 502, {
    'Content-Type': contentType,
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
}

/**
 * The request with names as the engine knows them; undefined if they are all the same.
 * @throws {GateRefusal} `invalid_request` for a batch by ARN, whose answer would have to show the ARN again
 */
async function translated(input: unknown, streamNames: StreamNames): Promise<object | undefined> {
  const request = v.parse(named, input);
  const before = JSON.stringify(request);
  for (const field of ['StreamArn', 'ExclusiveStartStreamArn'] as const) {
    const arn = request[field];
    if (arn !== undefined) request[field] = await streamNames.inEngine(arn);
  }
  if (request.TableName !== undefined) request.TableName = tableName(request.TableName);
  for (const part of (request.TransactItems ?? []).flatMap(Object.values)) part.TableName = tableName(part.TableName);
  if (Object.keys(request.RequestItems ?? {}).some((name) => name.startsWith('arn:'))) {
    throw new GateRefusal('invalid_request', 'The local runtime takes batches by the name of the table, not its ARN.');
  }
  return before === JSON.stringify(request) ? undefined : request;
}

/** DynamoDB and DynamoDB Streams, backed by the engine at `url`. */
export function createDynamoDbService(
  url: string,
  partitionKeys: PartitionKeys,
): GateService & { readonly close: () => void } {
  const connections = openConnections(url);
  const streamNames = createStreamNames(url);

  const forward = async ({ request, body }: GateCall, input: unknown): Promise<IncomingMessage> => {
    const changed = await translated(input, streamNames);
    if (changed === undefined) return connections.send(request.url ?? '/', request.rawHeaders, body);
    const newBody = Buffer.from(JSON.stringify(changed));
    const headers = { ...request.headers, 'content-length': String(newBody.length) };
    return connections.send(request.url ?? '/', headers, newBody);
  };

  return {
    understand: (call) => {
      const target = String(call.request.headers['x-amz-target'] ?? '');
      const input = parse(call.body);
      return {
        permissions: permissionsFor(target, input, call, partitionKeys),
        answer: async (response) =>
          withArns.has(target)
            ? rewritten(await forward(call, input), call, response)
            : pipeAnswer(await forward(call, input), response),
      };
    },
    refuse: jsonRefusal('com.amazon.coral.service#'),
    close: () => {
      connections.close();
      streamNames.close();
    },
  };
}
