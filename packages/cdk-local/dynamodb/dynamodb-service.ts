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
import { permissionsFor } from './dynamodb-permissions.ts';

/** Requests whose answers contain ARNs of DynamoDB Local. */
const withArns = new Set([
  'DynamoDB_20120810.DescribeTable',
  'DynamoDBStreams_20120810.DescribeStream',
  'DynamoDBStreams_20120810.ListStreams',
]);

const namesStream = v.looseObject({
  StreamArn: v.optional(v.string()),
  ExclusiveStartStreamArn: v.optional(v.string()),
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

/** DynamoDB and DynamoDB Streams, backed by the DynamoDB Local at `url`. */
export function createDynamoDbService(url: string): GateService & { readonly close: () => void } {
  const connections = openConnections(url);
  const streamNames = createStreamNames(connections);

  const forward = ({ request, body }: GateCall): Promise<IncomingMessage> =>
    connections.send(request.url ?? '/', request.rawHeaders, body);

  const forwardWithStream = async ({ request }: GateCall, input: unknown): Promise<IncomingMessage> => {
    const translated = v.parse(namesStream, input);
    const { authorization = '' } = request.headers;
    for (const field of ['StreamArn', 'ExclusiveStartStreamArn'] as const) {
      const arn = translated[field];
      if (arn !== undefined) translated[field] = await streamNames.inDynamoDbLocal(arn, authorization);
    }
    const body = Buffer.from(JSON.stringify(translated));
    return connections.send(request.url ?? '/', { ...request.headers, 'content-length': String(body.length) }, body);
  };

  return {
    understand: (call) => {
      const target = String(call.request.headers['x-amz-target'] ?? '');
      const input = parse(call.body);
      const answered = () => (target.startsWith('DynamoDBStreams_') ? forwardWithStream(call, input) : forward(call));
      return {
        permissions: permissionsFor(target, input, call),
        answer: async (response) =>
          withArns.has(target) ? rewritten(await answered(), call, response) : pipeAnswer(await answered(), response),
      };
    },
    refuse: jsonRefusal('com.amazon.coral.service#'),
    close: connections.close,
  };
}
