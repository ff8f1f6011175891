import * as v from 'valibot';
import { createCli } from '../aws-cli.ts';
import { CommandError } from '../command-errors.ts';
import { checkAssembly } from '../preflight/check-assembly.ts';
import { hasStatus, reportText } from '../preflight/report.ts';
import { changeProxy } from './change-proxy.ts';
import { observeCodeDeploy, observeEvents } from './observe.ts';
import { stack, type TrialStage } from './stage.ts';

type Step = {
  readonly about: string;
  /** What stood for AWS when the step was tried. */
  readonly triedOn: string;
  readonly run: (stage: TrialStage) => Promise<unknown>;
};

/** In their order. */
export const steps: Readonly<Record<string, Step>> = {
  preflight: {
    about: 'asks the account what a deployment would fail at',
    triedOn: 'fake answers (test/bin/preflight)',
    run: async ({ transcript, assembly }) => {
      const reports = await checkAssembly({ app: assembly }, createCli(undefined));
      transcript.write(reports.map(reportText).join('\n'));
      if (!hasStatus(reports, 'to_do', 'unknown')) return;
      const others = Object.keys(steps).filter((name) => name !== 'preflight');
      throw new CommandError(`Do what preflight says, or name the other steps: ${others.join(' ')}.`);
    },
  },
  deploy: {
    about: `creates the stack ${stack}, with releases in steps`,
    triedOn: 'ministack',
    run: async (stage) => {
      await deployed(stage);
      await answers(stage, 'first');
      const check = ['node', 'bin/operator.ts', 'management-check', '--stage', 'dev'];
      await stage.transcript.require('npm run sluice -- management-check', check);
    },
  },
  conformance: {
    about: 'holds the RPC endpoint to its contract, and observes what AWS documents nowhere',
    triedOn: 'the local runtime (npm run conformance -- --local)',
    run: async (stage) => {
      const variables = { SLUICE_URL: await stage.output('MainnetEndpoint'), SLUICE_KEY: await stage.secret() };
      await stage.transcript.require('npm run conformance', ['node', 'test/conformance/run.ts'], { variables });
    },
  },
  load: {
    about: 'sends 10 calls a second for 20 seconds: an account with ten executions serves them',
    triedOn: 'the local runtime (test/bin/load), and ministack on an idle machine',
    run: (stage) => load(stage, '10'),
  },
  update: {
    about: 'gives the proxy a new version, which gets traffic in steps',
    triedOn: 'ministack, at once instead of in steps',
    run: async (stage) => {
      await deployed(stage, changed(stage, 'update', updatedCode));
      await observeCodeDeploy(stage);
      await answers(stage, 'updated');
    },
  },
  failure: {
    about: 'gives the proxy a version that fails, which the check before the traffic must find',
    triedOn: 'the local runtime with its CodeDeploy: the check reports the failure',
    run: async (stage) => {
      const { exitCode } = await stage.deploy(changed(stage, 'failure', () => failingCode));
      await observeCodeDeploy(stage);
      const status = (await stage.find())?.status;
      if (exitCode === 0 || status !== 'UPDATE_ROLLBACK_COMPLETE')
        throw new CommandError(`The version that fails was not rolled back: the stack is ${status}.`);
      await answers(stage, 'rolled back');
    },
  },
  rollback: {
    about: 'deploys the first version again',
    triedOn: 'ministack',
    run: async (stage) => {
      await deployed(stage);
      await answers(stage, 'first again');
    },
  },
  destroy: {
    about: 'empties the buckets and deletes the stack with its data',
    triedOn: 'ministack',
    run: async (stage) => {
      if ((await stage.find()) === undefined) return;
      for (const bucket of await stage.resources('AWS::S3::Bucket'))
        await stage.aws('s3', 'rm', '--recursive', `s3://${bucket}`);
      await stage.destroy();
      if (await stage.find()) throw new CommandError(`The stack ${stack} is still there.`);
    },
  },
};

/** The code of a proxy that does what the first one does. */
export const updatedCode = (code: string): string => `${code}\n// updated`;

/** The code of a proxy that cannot be loaded. */
export const failingCode = "throw new Error('The forced failure of npm run first-deployment.');\n";

function changed(stage: TrialStage, name: string, change: (code: string) => string): string {
  const into = `${stage.assembly}-${name}`;
  changeProxy(stage.assembly, { stack, into, change });
  return into;
}

async function deployed(stage: TrialStage, assembly = stage.assembly): Promise<void> {
  const { exitCode, output, errors } = await stage.deploy(assembly);
  await observeEvents(stage);
  if (exitCode === 0) return;
  const unverified = `${output}${errors}`.includes('must be verified');
  throw new CommandError(
    unverified
      ? 'AWS has not verified this account for CloudFront. Open a case of the type "Account and billing" at AWS Support, ' +
          'run the step destroy now, and begin again when it is answered.'
      : 'The deployment failed. The reason is above.',
  );
}

async function answers(stage: TrialStage, version: string): Promise<void> {
  stage.transcript.write(`The version "${version}" must answer.`);
  await load(stage, '1');
}

const loadReport = v.pipe(v.string(), v.parseJson(), v.object({ sent: v.number(), ok: v.number() }));

/** @throws {CommandError} unless nine of ten calls are answered */
async function load(stage: TrialStage, rps: string): Promise<void> {
  const url = await stage.output('MainnetEndpoint');
  const args = ['bin/load.ts', '--url', url, '--rps', rps, '--seconds', rps === '1' ? '2' : '20', '--json'];
  const variables = { RPC_API_KEY: await stage.secret() };
  const printed = await stage.transcript.require('npm run load', ['node', ...args], { variables });
  const { sent, ok } = v.parse(loadReport, printed);
  if (ok < 0.9 * sent) throw new CommandError(`Only ${ok} of ${sent} calls were answered.`);
}
