import { join } from 'node:path';
import type { EffectiveSettings } from '../../lib/settings/settings.ts';
import type { BeforeTemplate } from '../../packages/cdk-local/local-stack-options.ts';
import { silent } from '../../packages/cdk-local/logs.ts';
import type { VpcNode } from '../../packages/cdk-local/vpc/vpc-options.ts';
import { type ChosenNetwork, chooseNodes, type NodeChoice } from './choose-nodes.ts';
import { withDemoNodes } from './demo-nodes.ts';
import { checkPlaces, keepPrivateNodes } from './local-vpc.ts';
import type { NodePlaces } from './options.ts';
import type { ServeOptions } from './serve-template.ts';
import { type StartChainNode, startUpstreams } from './start-upstreams.ts';
import { type SynthOptions, synthesize, writeLocalSettings } from './synth.ts';

export type TemplateOptions = Pick<NodeChoice, 'upstreams' | 'nodes'> &
  Pick<ServeOptions, 'progress' | 'signal' | 'schedules' | 'secrets'> & {
    /** The security group or CIDR block of networks' local nodes, if the settings have a VPC. */
    readonly nodePlaces?: NodePlaces;
    /** Creates a user with keys and a week of usage, and nodes with prices for them. */
    readonly demoUser?: boolean;
    /** Default: a process for each node. */
    readonly startNode?: StartChainNode | undefined;
    /** Default: runs the CDK app. */
    readonly synth?: ((options: SynthOptions) => Promise<string>) | undefined;
    /** Called with the path of the synthesized template before it is served. Tests change the template. */
    readonly onTemplate?: ((path: string) => void) | undefined;
  };

export type LocalTemplate = {
  readonly path: string;
  /** A settings file with the nodes that are asked, and what else differs on this machine. */
  readonly config: string;
  readonly nodes: readonly VpcNode[];
};

/**
 * The networks with the nodes that the local gateway asks, and those that it starts.
 * @throws {OptionsError}
 */
export function networksOf({ networks, vpc }: EffectiveSettings, options: TemplateOptions): readonly ChosenNetwork[] {
  const { upstreams, nodes, nodePlaces = {}, secrets = {}, demoUser = false } = options;
  checkPlaces({ networks, vpc }, nodePlaces);
  const chosen = chooseNodes(networks, { upstreams, nodes, secretNames: Object.keys(secrets) });
  return demoUser ? withDemoNodes(chosen) : chosen;
}

/** Starts the nodes first: the template contains their addresses. */
export async function makeTemplate(
  { nodePlaces = {}, signal, startNode, synth = synthesize, onTemplate, progress = silent, schedules }: TemplateOptions,
  { settings, chosen }: { readonly settings: EffectiveSettings; readonly chosen: readonly ChosenNetwork[] },
  { folder, teardown, logs }: BeforeTemplate,
): Promise<LocalTemplate> {
  const started = await startUpstreams(chosen, { teardown, progress, logs, startNode });
  signal?.throwIfAborted();
  const { networks, nodes } = keepPrivateNodes(settings, started, nodePlaces);
  // A run of watch that is started by hand has one round, and does not last a minute.
  const oneRound = schedules !== 'on' && { watchEverySeconds: 60 };
  // With light operations, as dev is deployed, the functions would emit no metrics to look at.
  const own = { ...settings, networks, operations: 'full' as const, ...oneRound };
  const path = await progress('Template', synth({ outDir: folder, stage: 'dev', settings: own }));
  onTemplate?.(path);
  return { path, nodes, config: writeLocalSettings(own, join(folder, 'local-settings.json')) };
}
