import type { ServerResponse } from 'node:http';
import { crc32 } from 'node:zlib';
import { AwsClient, type AwsClientOptions } from '../../src/aws/aws-client.ts';
import { dynamoDb } from '../../src/aws/aws-services.ts';
import { type Behaviour, type Received, startUpstream } from '../upstream/upstream-server.ts';

/** Sends an answer as DynamoDB does, with its checksum. */
export const answering =
  (
    body: unknown,
    { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
  ): Behaviour =>
  (response) => {
    const text = JSON.stringify(body);
    const common = { 'content-type': 'application/x-amz-json-1.0', 'x-amz-crc32': String(crc32(text)) };
    response.writeHead(status, { ...common, ...headers }).end(text);
  };

/** Refuses a request as DynamoDB does. */
export const refusing = (name: string, status = 400, headers: Record<string, string> = {}): Behaviour =>
  answering({ __type: `com.amazonaws.dynamodb.v20120810#${name}`, message: `${name} for a test` }, { status, headers });

/** Starts an answer and never ends it. */
export const stalling: Behaviour = (response) =>
  void response.writeHead(200, { 'content-length': '100' }).write('{"a":');

/** Breaks off in the middle of an answer. */
export const breakingOff: Behaviour = (response) =>
  void response.writeHead(200, { 'content-length': '100' }).write('{"a":', () => response.destroy());

/** Closes the connection without an answer. */
export const closing: Behaviour = (response: ServerResponse) => void response.destroy();

/** A service that uses one behaviour per request, and repeats the last one. */
export type SickAws = {
  readonly service: AwsClient;
  readonly received: readonly Received[];
  /** The client's pauses before retries, in ms. */
  readonly pauses: readonly number[];
  /** The client's clock. */
  readonly clock: { now: number };
};

/** The client's clock only advances with its pauses, and its random number is always 0.5. */
export async function startSickAws(
  behaviours: readonly Behaviour[],
  options: Partial<AwsClientOptions> = {},
): Promise<SickAws> {
  let request = 0;
  const { url, received } = await startUpstream((response, asked) => {
    const behave = behaviours[Math.min(request, behaviours.length - 1)];
    request += 1;
    behave?.(response, asked);
  });
  const pauses: number[] = [];
  const clock = { now: Date.UTC(2026, 10, 20, 12) };
  const service = new AwsClient(dynamoDb, {
    endpoint: new URL(url),
    region: 'us-east-1',
    credentials: () => ({ accessKeyId: 'AKID', secretAccessKey: 'secret' }),
    clock: () => clock.now,
    random: () => 0.5,
    pause: async (ms) => {
      pauses.push(ms);
      clock.now += ms;
    },
    ...options,
  });
  return { service, received, pauses, clock };
}
