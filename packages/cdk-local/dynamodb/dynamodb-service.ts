import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import * as v from 'valibot';
import { type GateCall, GateRefusal, type GateService, jsonRefusal } from '../iam/gate-service.ts';
import {
  createStreamNames,
  openConnections,
  pipeAnswer,
  type TableLocation,
  toTemplateArns,
} from './dynamodb-forwarding.ts';
import { type PartitionKeys, permissionsFor } from './dynamodb-permissions.ts';

/** Requests whose answers contain ARNs of the engine. */
const withArns = new Set([
  'DynamoDB_20120810.DescribeTable',
  'DynamoDBStreams_20120810.DescribeStream',
  'DynamoDBStreams_20120810.ListStreams',
]);

const onStream = v.looseObject({ StreamArn: v.string() });

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

/** DynamoDB and DynamoDB Streams, backed by the engine at `url`. */
export function createDynamoDbService(
  url: string,
  partitionKeys: PartitionKeys,
): GateService & { readonly close: () => void } {
  const connections = openConnections(url);
  const streamNames = createStreamNames(url);

  const forward = async ({ request, body }: GateCall, input: unknown): Promise<IncomingMessage> => {
    if (!v.is(onStream, input)) return connections.send(request.url ?? '/', request.rawHeaders, body);
    const StreamArn = await streamNames.inEngine(input.StreamArn);
    const newBody = Buffer.from(JSON.stringify({ ...input, StreamArn }));
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
