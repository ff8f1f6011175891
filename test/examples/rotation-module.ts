import type { FakeSecretsManager } from './fake-secrets-manager.ts';

/** What the example's function needs to know of a gateway. Tests replace the network and the pauses. */
type RotationGateway = {
  readonly apiUrl: string;
  readonly token: string;
  readonly keyId: string;
  readonly graceHours: number;
  readonly fetch?: typeof fetch;
  readonly pause?: (ms: number) => Promise<void>;
};

type Step = { readonly Step: string; readonly SecretId: string; readonly ClientRequestToken: string };

/** The types of examples/secret-rotation/function/index.mjs, which is JavaScript because Lambda runs it as it is. */
export type RotationModule = {
  createHandler(deps: {
    readonly secrets: Pick<FakeSecretsManager, 'send'>;
    readonly readGateway: () => Promise<RotationGateway>;
  }): (step: Step) => Promise<void>;
};

export const rotationSteps = ['createSecret', 'setSecret', 'testSecret', 'finishSecret'];

export async function rotationModule(): Promise<RotationModule> {
  const program: string = '../../examples/secret-rotation/function/index.mjs';
  return import(program);
}
