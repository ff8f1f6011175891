import type { Functions } from '../functions/functions.ts';
import type { EventLog } from '../logs.ts';
import { UnsupportedResourceError } from '../resource-properties.ts';
import type { Resource, Template } from '../template/template.ts';
import { type Clock, systemClock, systemTimer, type Timer } from '../time.ts';
import { createCheckpoints } from './checkpoints.ts';
import { EventSourceMapping } from './event-source-mapping.ts';
import { createFailureDestination, createPutObject, type Discarded } from './failure-destination.ts';
import { type MappingSettings, readMapping } from './mapping-settings.ts';
import { createRecordStream } from './record-stream.ts';

export type EventSourceMappingsOptions = {
  readonly template: Template;
  readonly functions: Functions;
  /** Where DynamoDB Streams and S3 are. */
  readonly endpoint: string;
  /** A mapping reads and writes with its function's role. */
  readonly credentialsOf: (roleArn: string) => { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** The folder for checkpoints that survive restarts. Default: in memory. */
  readonly dataDir?: string | undefined;
  readonly log: EventLog;
  readonly clock?: Clock;
  readonly timer?: Timer;
};

/** All running event source mappings of a template. */
export type EventSourceMappings = {
  /** Resolves when everything that was written to the streams before the call has been handled. */
  readonly drained: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

/**
 * Starts every AWS::Lambda::EventSourceMapping of the template.
 * @throws {UnsupportedResourceError} for settings that are not emulated; the SDK's error if a stream cannot be read
 */
export async function startEventSourceMappings(options: EventSourceMappingsOptions): Promise<EventSourceMappings> {
  const resources = options.template.ofType('AWS::Lambda::EventSourceMapping');
  const mappings = resources.map((resource) => createMapping(resource, options));
  const stop = async () => {
    await Promise.all(mappings.map((mapping) => mapping.stop()));
  };
  try {
    await Promise.all(mappings.map((mapping) => mapping.start()));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    drained: async () => {
      await Promise.all(mappings.map((mapping) => mapping.drained()));
    },
    stop,
  };
}

function createMapping(resource: Resource, options: EventSourceMappingsOptions): EventSourceMapping {
  const { functions, endpoint, log, clock = systemClock, timer = systemTimer } = options;
  const mapping = readMapping(resource);
  const target = targetOf(mapping, resource, functions);
  const access = { endpoint, streamArn: mapping.streamArn, credentials: options.credentialsOf(target.roleArn) };
  const { logicalId } = mapping;
  const onLost = ({ records }: Discarded, error?: unknown) =>
    log.error('records_lost', { mapping: logicalId, records: records.length, error: messageOf(error) });
  return new EventSourceMapping({
    mapping,
    stream: createRecordStream(access),
    checkpoints: createCheckpoints(logicalId, options.dataDir),
    delivery: {
      invoke: (event, requestId) => functions.invoke(target.arn, event, requestId),
      discard: createFailureDestination({
        mapping,
        functionArn: target.arn,
        clock,
        put: createPutObject(access),
        onLost,
      }),
    },
    clock,
    timer,
    onError: (error) => log.warn('stream_read_failed', { mapping: logicalId, error: messageOf(error) }),
  });
}

/** The ARN that the mapping invokes, and the role with which it reads the stream. */
function targetOf({ functionName }: MappingSettings, resource: Resource, { find }: Functions) {
  const target = find(functionName);
  if (target) return { arn: target.arn, roleArn: target.definition.roleArn };
  throw new UnsupportedResourceError(resource, `FunctionName: there is no function ${functionName}`);
}

const messageOf = (error: unknown): string | undefined =>
  error === undefined ? undefined : error instanceof Error ? `${error.name}: ${error.message}` : String(error);
