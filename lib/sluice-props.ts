import * as v from 'valibot';
import type { Artifacts } from './instance/artifacts.ts';
import type { StageName, StagePreset } from './instance/stage.ts';
import { ConfigurationError } from './settings/configuration-error.ts';
import { type EffectiveSettings, isSetting, type Settings } from './settings/settings.ts';
import { type VpcProps, vpcPropsSchema } from './vpc/vpc-props.ts';

export type SluiceProps = {
  /** The plans, networks and policies. They are checked. A relative path of a logo begins at the working directory. */
  readonly settings: Settings | EffectiveSettings;
  /**
   * How the instance is run. Default: `prod`, which keeps tables and users when the stack is deleted; `dev` deletes them.
   */
  readonly stage?: StageName | StagePreset | undefined;
  /**
   * A part of the names of its resources, unique in the account and region. Default: the names of its stack and
   * constructs. A new name replaces resources with names, such as alarms and their topic, whose subscriptions are lost,
   * but neither tables nor users.
   */
  readonly instanceName?: string | undefined;
  /** A second origin whose pages may call the management API, besides the dashboard's. Default: the stage's. */
  readonly dashboardOrigin?: string | undefined;
  /** Names of alarms that must not stop this release. */
  readonly releaseDespiteAlarms?: readonly string[] | undefined;
  /** The VPC of private nodes, if it is a construct. With ids, use the setting `vpc` instead. */
  readonly vpc?: VpcProps | undefined;
  /** Default: those of the npm package. */
  readonly artifacts?: Artifacts | undefined;
};

const text = v.string('must be a text');
const folders = "must be { functions: 'FOLDER', dashboard: 'FOLDER' }";

/** Of what the constructs do not check elsewhere. Users of JavaScript have no compiler that would. */
const propSchemas = {
  settings: v.optional(v.unknown()),
  stage: v.optional(v.union([v.string(), v.looseObject({})], "must be 'dev', 'prod' or a preset")),
  instanceName: v.optional(text),
  dashboardOrigin: v.optional(text),
  releaseDespiteAlarms: v.optional(v.array(text, 'must be a list of names')),
  vpc: v.optional(vpcPropsSchema),
  artifacts: v.optional(v.strictObject({ functions: v.string(folders), dashboard: v.string(folders) }, folders)),
};

/**
 * The props of an instance among those of its stack.
 * @param source for the message, for example the construct's path
 * @throws {ConfigurationError} naming each prop that has a wrong type or is a setting
 */
export function ownProps(props: SluiceProps, source: string): SluiceProps {
  const misplaced = Object.keys(props ?? {}).flatMap((name) =>
    isSetting(name) && !Object.hasOwn(propSchemas, name) ? [`  - ${name}: is a setting. Put it into settings.`] : [],
  );
  const parsed = v.safeParse(v.object(propSchemas, 'must be an object'), props);
  const wrong = (parsed.issues ?? []).map((issue) => `  - ${v.getDotPath(issue) ?? 'the props'}: ${issue.message}.`);
  if (wrong.length + misplaced.length > 0) throw wrongProps(source, [...wrong, ...misplaced]);
  const { settings, stage, instanceName, dashboardOrigin, releaseDespiteAlarms, vpc, artifacts } = props;
  return { settings, stage, instanceName, dashboardOrigin, releaseDespiteAlarms, vpc, artifacts };
}

/**
 * Refuses props that an instance does not have, such as a misspelt `stage`.
 * @throws {ConfigurationError} naming each
 */
export function refuseOtherProps(props: object, source: string): void {
  const names = Object.keys(propSchemas);
  const others = Object.keys(props).filter((name) => !names.includes(name));
  if (others.length === 0) return;
  const problem = `is not a prop. Correct its name, or remove it: the props are ${names.join(', ')}.`;
  throw wrongProps(
    source,
    others.map((name) => `  - ${name}: ${problem}`),
  );
}

const wrongProps = (source: string, lines: readonly string[]): ConfigurationError =>
  new ConfigurationError([`The props of ${source} are wrong:`, ...lines].join('\n'));
