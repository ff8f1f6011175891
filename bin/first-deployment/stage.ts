import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { CommandError, RefusedCommandError } from '../command-errors.ts';
import { cdkCommand, synthesisOptions } from '../deployment/cdk.ts';
import type { Ended, Transcript } from './transcript.ts';

export const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

export const stack = 'Sluice-dev';

/** The tag by which this command knows its own stack. It touches no other. */
const tag = 'sluice-first-deployment';

const described = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    Stacks: v.tuple([
      v.object({
        StackStatus: v.string(),
        Tags: v.optional(v.array(v.object({ Key: v.string() })), []),
        Outputs: v.optional(v.array(v.object({ OutputKey: v.string(), OutputValue: v.string() })), []),
      }),
    ]),
  }),
);

/** The stage that is deployed and deleted. */
export class TrialStage {
  readonly transcript: Transcript;
  readonly folder = mkdtempSync(join(tmpdir(), 'sluice-first-deployment-'));
  /** The synthesized assembly. */
  readonly assembly = join(this.folder, 'cdk.out');
  #secret: string | undefined;

  constructor(transcript: Transcript) {
    this.transcript = transcript;
  }

  synthesize(options: readonly string[]): Promise<string> {
    const args = synthesisOptions(this.assembly, ['-c', 'stage=dev', '-c', 'operations=full', ...options]);
    return this.transcript.require('cdk synth', [...cdkCommand, ...args]);
  }

  /** @throws {RefusedCommandError} over a stack that this command did not create */
  async deploy(assembly = this.assembly): Promise<Ended> {
    await this.find();
    const args = ['deploy', stack, '--app', assembly, '--require-approval', 'never', '--tags', `${tag}=true`];
    return this.transcript.run('cdk deploy', [...cdkCommand, ...args, '--progress', 'events']);
  }

  /** @throws {RefusedCommandError} for a stack that this command did not create */
  async destroy(): Promise<void> {
    await this.find();
    const args = ['destroy', stack, '--app', this.assembly, '--force'];
    await this.transcript.require('cdk destroy', [...cdkCommand, ...args]);
  }

  /** The physical names of the stack's resources of a type. @throws {CommandError} */
  async resources(type: string): Promise<string[]> {
    const query = `StackResourceSummaries[?ResourceType=='${type}' && ResourceStatus!='DELETE_COMPLETE'].PhysicalResourceId`;
    const args = ['--stack-name', stack, '--query', query, '--output', 'text'];
    return words(await this.aws('cloudformation', 'list-stack-resources', ...args));
  }

  /** @throws {CommandError} */
  aws(...args: readonly string[]): Promise<string> {
    return this.transcript.require(`aws ${args.slice(0, 2).join(' ')}`, ['aws', ...args], { isQuiet: true });
  }

  /**
   * The stack's state and outputs; undefined if there is none.
   * @throws {RefusedCommandError} if this command did not create it: it would be deleted with its customers
   */
  async find() {
    const args = ['cloudformation', 'describe-stacks', '--stack-name', stack, '--output', 'json'];
    const { exitCode, output, errors } = await this.transcript.run(
      'aws cloudformation describe-stacks',
      ['aws', ...args],
      { isQuiet: true },
    );
    if (exitCode !== 0 && errors.includes('does not exist')) return undefined;
    if (exitCode !== 0) throw new CommandError(`The stack cannot be read. ${errors.trim()}`);
    const { Tags, Outputs, StackStatus } = v.parse(described, output).Stacks[0];
    if (!Tags.some(({ Key }) => Key === tag))
      throw new RefusedCommandError(
        `There is a stack ${stack} that this command did not create. It stays as it is: use another region or account.`,
      );
    return { status: StackStatus, outputs: new Map(Outputs.map((each) => [each.OutputKey, each.OutputValue])) };
  }

  /** An output of the stack. @throws {CommandError} */
  async output(name: string): Promise<string> {
    const value = (await this.find())?.outputs.get(name);
    if (value === undefined) throw new CommandError(`The stack has no output ${name}. Run the step deploy first.`);
    return value;
  }

  /** The secret of a key of this run, on a plan with enough calls for the conformance cases. */
  async secret(): Promise<string> {
    this.#secret ??= await this.#createKey();
    return this.#secret;
  }

  async #createKey(): Promise<string> {
    const table = await this.output('DirectoryTable');
    const account = `first-deployment-${randomUUID()}`;
    const args = ['--table', table, '--account', account, '--plan', 'developer', '--json'];
    const made = await this.transcript.require('npm run seed', ['node', 'bin/seed.ts', ...args], { isSecret: true });
    return v.parse(v.pipe(v.string(), v.parseJson(), v.object({ secret: v.string() })), made).secret;
  }
}
