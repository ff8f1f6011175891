import { randomUUID } from 'node:crypto';

type Version = { value?: string; readonly stages: Set<string> };
type Input = {
  readonly VersionId?: string;
  readonly ClientRequestToken?: string;
  readonly SecretString?: string;
  readonly MoveToVersionId?: string;
  readonly RemoveFromVersionId?: string;
};
type Command = { readonly constructor: { readonly name: string }; readonly input: Input };

/**
 * A fake of AWS Secrets Manager: one secret and its versions, as far as a rotation uses it (API reference: GetSecretValue,
 * PutSecretValue, UpdateSecretVersionStage, RotateSecret).
 */
export class FakeSecretsManager {
  readonly #versions = new Map<string, Version>();

  constructor(current: string) {
    this.#versions.set(randomUUID(), { value: current, stages: new Set(['AWSCURRENT']) });
  }

  /** What RotateSecret does before it calls the function: a version without a value. */
  startRotation(): string {
    const id = randomUUID();
    this.#take('AWSPENDING');
    this.#versions.set(id, { stages: new Set(['AWSPENDING']) });
    return id;
  }

  get current(): string {
    return [...this.#versions.values()].find(({ stages }) => stages.has('AWSCURRENT'))?.value ?? '';
  }

  get values(): string[] {
    return [...this.#versions.values()].flatMap(({ value }) => value ?? []);
  }

  async send({ constructor: { name }, input }: Command): Promise<unknown> {
    const version = this.#versions.get(input.VersionId ?? input.ClientRequestToken ?? '');
    switch (name) {
      case 'DescribeSecretCommand':
        return { VersionIdsToStages: this.#stages() };
      case 'GetSecretValueCommand':
        if (version?.value === undefined) throw named('ResourceNotFoundException');
        return { SecretString: version.value };
      case 'PutSecretValueCommand':
        if (version?.value !== undefined && version.value !== input.SecretString)
          throw named('ResourceExistsException');
        if (version && input.SecretString !== undefined) version.value = input.SecretString;
        return {};
      case 'UpdateSecretVersionStageCommand':
        return this.#move(input);
      default:
        throw named('UnknownOperationException');
    }
  }

  #stages(): Record<string, string[]> {
    const staged = [...this.#versions].filter(([, { stages }]) => stages.size > 0);
    return Object.fromEntries(staged.map(([id, { stages }]) => [id, [...stages]]));
  }

  #move({ MoveToVersionId = '', RemoveFromVersionId = '' }: Input): object {
    const from = this.#versions.get(RemoveFromVersionId);
    if (!from?.stages.has('AWSCURRENT')) throw named('InvalidParameterException');
    this.#take('AWSPREVIOUS');
    from.stages.delete('AWSCURRENT');
    from.stages.add('AWSPREVIOUS');
    const to = this.#versions.get(MoveToVersionId);
    to?.stages.add('AWSCURRENT');
    to?.stages.delete('AWSPENDING');
    return {};
  }

  #take(stage: string): void {
    for (const { stages } of this.#versions.values()) stages.delete(stage);
  }
}

const named = (name: string): Error => Object.assign(new Error(name), { name });
