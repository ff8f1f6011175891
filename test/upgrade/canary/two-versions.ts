import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import type { LambdaFunctionOptions } from '../../../packages/cdk-local/functions/lambda-function.ts';
import { parseJson } from '../../../src/schema.ts';
import { settingsFile } from '../../../src/settings.ts';
import type { FunctionVersion, SplitFunction } from '../../support/faults/faulty-functions.ts';
import { placeholderNode, placeholderStripe } from '../local-settings.ts';
import type { ReleasedFunction } from '../release-snapshot.ts';
import type { IntendedChanges } from '../templates/kept-resources.ts';
import { missingFunctions } from './missing-functions.ts';
import { keepNoAnswers, useRoutesOfLastRelease } from './routes-of-last-release.ts';
import type { RowTraffic } from './row-traffic.ts';
import { requestIdOf, type Version, versions } from './versions.ts';

/** A line that a version of a function has written. */
export type VersionLine = { readonly version: Version; readonly functionName: string; readonly line: string };

/** Marks the last release's variables in the template, where they are resolved. */
const prefix = 'LAST_RELEASE_';

const templateSchema = v.looseObject({
  Resources: v.record(
    v.string(),
    v.looseObject({
      Properties: v.optional(
        v.looseObject({
          Environment: v.optional(v.looseObject({ Variables: v.optional(v.record(v.string(), v.unknown()), {}) })),
        }),
      ),
      Metadata: v.optional(v.looseObject({ 'aws:asset:path': v.optional(v.string()) })),
    }),
  ),
});

const settingsSchema = v.object({
  networks: v.array(v.object({ network: v.string(), upstreams: v.array(v.object({ url: v.string() })) })),
});

const billingSchema = v.object({ apiUrl: v.string() });

type Replace = (text: string) => string;

export type TwoVersionsOptions = {
  /** The functions of the last release, by logical id. */
  readonly functions: Readonly<Record<string, ReleasedFunction>>;
  /** From 0 to less than 1. */
  readonly random: () => number;
  readonly traffic: RowTraffic;
  /** Returns the folder of the present code's function, by that of its asset. Default: the asset. */
  readonly presentFolder?: (asset: string) => string;
  /** Functions of the last release may be gone if they are among these. */
  readonly intended?: IntendedChanges;
};

/**
 * Serves each invocation of a function with the last release or with the present code. As behind an alias of Lambda,
 * each version has its own environments, code, settings and variables. Both have the present role, as after the first
 * minutes of a deployment.
 */
export class TwoVersions {
  /** The share of the last release in all invocations, from 0 to 1. */
  share = 0.5;
  readonly served: Record<Version, number> = { last: 0, present: 0 };
  readonly lines: VersionLine[] = [];
  /** Functions of the last release that were not served, a line each. */
  readonly missing: string[] = [];
  readonly #options: TwoVersionsOptions;
  readonly #versionOf = new Map<string, Version>();
  #folder = '';

  constructor(options: TwoVersionsOptions) {
    this.#options = options;
  }

  /**
   * Adds the last release's variables to the functions of a synthesized template, and writes its code beside it. A
   * variable that refers to a resource which the present template lacks fails when the template is loaded.
   */
  readonly prepare = (path: string): void => {
    const template = v.parse(v.pipe(v.string(), v.parseJson(), templateSchema), readFileSync(path, 'utf8'));
    const { functions, intended } = this.#options;
    this.missing.push(...missingFunctions(functions, template.Resources, intended));
    useRoutesOfLastRelease(template.Resources);
    keepNoAnswers(template.Resources);
    this.#folder = join(dirname(path), 'last-release');
    const replace = placeholdersOf(path, template);
    for (const [logicalId, { Properties }] of Object.entries(template.Resources)) {
      const last = functions[logicalId];
      const present = Properties?.Environment?.Variables;
      if (!last || !present) continue;
      for (const [name, value] of Object.entries(last.variables)) {
        present[prefix + name] = JSON.parse(replace(JSON.stringify(value)));
      }
      this.#writeCode(logicalId, last, replace);
    }
    writeFileSync(path, JSON.stringify(template));
  };

  /** For FaultyFunctions. A function that the last release lacks has one version. */
  readonly split: SplitFunction = (options) => {
    const last = this.#options.functions[options.definition.name];
    const present = this.#version('present', this.#presentOptions(options));
    if (!last) return { versions: [present], choose: () => 0 };
    return {
      versions: [this.#version('last', this.#lastOptions(options, last)), present],
      choose: (event) => this.#choose(event, options.definition.name),
    };
  };

  /**
   * The state 0.1.0, which nobody runs, left a key's state to its authorizer. So both functions of a call are of one
   * version, and no answer of the authorizer is kept. From the snapshot of 0.2.0 on, this can go.
   */
  #choose(event: string, functionName: string): number {
    const drawn = this.#options.random() < this.share ? 'last' : 'present';
    const requestId = functionName.startsWith('DataPlane') ? requestIdOf(event) : undefined;
    const version = this.#versionOf.get(requestId ?? '') ?? drawn;
    if (requestId !== undefined) this.#versionOf.set(requestId, version);
    this.served[version] += 1;
    this.#options.traffic.onEvent(version, event);
    return versions.indexOf(version);
  }

  #writeCode(logicalId: string, { files }: ReleasedFunction, replace: Replace): void {
    const folder = join(this.#folder, logicalId);
    mkdirSync(folder, { recursive: true });
    for (const [name, text] of Object.entries(files)) {
      writeFileSync(join(folder, name), name === settingsFile ? replace(text) : text);
    }
  }

  #version(version: Version, options: LambdaFunctionOptions): FunctionVersion {
    const functionName = options.definition.name;
    const onLine = (line: string) => {
      this.lines.push({ version, functionName, line });
      options.onLine(line);
    };
    return {
      options: { ...options, onLine },
      onExchange: (exchange) => this.#options.traffic.onExchange(version, exchange),
    };
  }

  #presentOptions(options: LambdaFunctionOptions): LambdaFunctionOptions {
    const { definition, variables } = options;
    const own = Object.entries(variables).filter(([name]) => !name.startsWith(prefix));
    const folder = this.#options.presentFolder?.(definition.folder) ?? definition.folder;
    return { ...options, variables: Object.fromEntries(own), definition: { ...definition, folder } };
  }

  #lastOptions(options: LambdaFunctionOptions, last: ReleasedFunction): LambdaFunctionOptions {
    const { definition, variables } = options;
    const folder = join(this.#folder, definition.name);
    const isPresentOnly = (name: string) => name in definition.variables;
    const common = Object.entries(variables).filter(([name]) => !isPresentOnly(name));
    const own = Object.keys(last.variables).map((name) => [name, variables[prefix + name] ?? ''] as const);
    const { handler, timeoutSeconds } = last;
    return {
      ...options,
      definition: { ...definition, folder, handler, timeoutSeconds },
      variables: { ...Object.fromEntries([...common, ...own]), _HANDLER: handler, LAMBDA_TASK_ROOT: folder },
    };
  }
}

/**
 * Replaces the placeholders of the snapshot by the nodes and the Stripe of the present template, and the versions of
 * functions, which have a hash of their code in their logical ids.
 */
function placeholdersOf(path: string, { Resources }: v.InferOutput<typeof templateSchema>): Replace {
  const pairs: [string, string][] = [];
  const presentVersions = new Map(
    Object.keys(Resources).map((logicalId) => [logicalId.replace(codeHash, ''), logicalId]),
  );
  for (const { Properties, Metadata } of Object.values(Resources)) {
    const billing = v.safeParse(billingSchema, parseJson(String(Properties?.Environment?.Variables.BILLING_SETTINGS)));
    if (billing.success) pairs.push([placeholderStripe, billing.output.apiUrl]);
    const asset = Metadata?.['aws:asset:path'];
    if (asset !== undefined) pairs.push(...nodesIn(join(dirname(path), asset, settingsFile)));
  }
  return (text) =>
    pairs
      .reduce((replaced, [placeholder, url]) => replaced.replaceAll(placeholder, url), text)
      .replace(functionVersion, (name) => presentVersions.get(name.replace(codeHash, '')) ?? name);
}

const functionVersion = /\w+CurrentVersion[0-9A-F]{8}[0-9a-f]{32}\b/g;
const codeHash = /(?<=CurrentVersion[0-9A-F]{8})[0-9a-f]{32}$/;

function nodesIn(file: string): [string, string][] {
  const settings = v.safeParse(settingsSchema, parseJson(readIfExists(file)));
  if (!settings.success) return [];
  return settings.output.networks.flatMap(({ network, upstreams }) =>
    upstreams.map(({ url }, index): [string, string] => [placeholderNode(network, index), url]),
  );
}

function readIfExists(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
