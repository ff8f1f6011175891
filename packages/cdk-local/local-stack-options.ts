import type { DynamoDbEngineName } from './dynamodb/engine.ts';
import type { ScheduleOptions } from './event-bridge/scheduled-rules.ts';
import type { MakeFunction } from './functions/functions.ts';
import type { AllowedCall } from './gate.ts';
import type { Ports } from './listeners.ts';
import type { ListenerNameOf } from './load-stack.ts';
import type { LogLine, Logs, ReportProgress } from './logs.ts';
import type { Teardown } from './teardown.ts';
import type { StackLocation } from './template/physical-ids.ts';
import type { Template } from './template/template.ts';
import type { Selection } from './template/template-part.ts';
import type { VpcOptions } from './vpc/vpc-options.ts';

/** What `makeTemplate` may use: the folder for the cloud assembly, the teardown of the stack, and its logs. */
export type BeforeTemplate = { readonly folder: string; readonly teardown: Teardown; readonly logs: Logs };

export type LocalStackOptions = {
  /** Writes the cloud assembly to `folder` and returns the path of its only template. */
  readonly makeTemplate: (before: BeforeTemplate) => Promise<string>;
  /** The account, region and stack name that ARNs and pseudo parameters show. */
  readonly place: StackLocation;
  readonly ports: Ports;
  /** Returns the name in `ports` whose port an HTTP API or a distribution of the template gets. */
  readonly nameListener: ListenerNameOf;
  /**
   * Chooses the constructs of the stack to serve by their paths. They are served with those that they refer to; anything
   * else in the template may be of types that are not emulated. Default: all.
   */
  readonly select?: Selection | undefined;
  /** Fills the tables while the services start. */
  readonly fillTables?: (template: Template, dynamodbUrl: string) => Promise<void>;
  /** Keeps tables, buckets, checkpoints, users and secrets over restarts. Default: everything is lost at the end. */
  readonly dataDir?: string | undefined;
  /** The program that serves DynamoDB. Default: `chooseEngine`. */
  readonly dynamodb?: DynamoDbEngineName | undefined;
  readonly progress?: ReportProgress | undefined;
  /** Values of secrets that the template only names, by name. */
  readonly secrets?: Readonly<Record<string, string>> | undefined;
  /** Who may call `gateUrl` from outside with every right, by the id of their access key. Default: nobody. */
  readonly administrator?: { readonly accessKeyId: string } | undefined;
  /**
   * What the template cannot say about its VPC on this machine: which group or CIDR block a node represents, … Called
   * after `makeTemplate`, which may start nodes.
   */
  readonly vpc?: (() => VpcOptions) | undefined;
  /** Called for each AWS call of a function that its role allows. */
  readonly onAwsCall?: ((call: AllowedCall) => void) | undefined;
  /** Called for each line that a part of the runtime writes. */
  readonly onLine?: ((line: LogLine) => void) | undefined;
  /** Aborts the start. */
  readonly signal?: AbortSignal | undefined;
  /** Replaces the function runner; tests use it to inject failures. */
  readonly makeFunction?: MakeFunction | undefined;
  /** `on`: scheduled rules run by themselves; `manual` (default): only `runScheduled` runs them. */
  readonly schedules?: ScheduleOptions['schedules'] | undefined;
};
