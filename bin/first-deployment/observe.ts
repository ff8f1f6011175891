import { stack, type TrialStage, words } from './stage.ts';

// What happened, for the file. It is no part of a step, so it never fails one.

const ask = ({ transcript }: TrialStage, [service = '', operation = '', ...args]: readonly string[]) =>
  transcript.run(`aws ${service} ${operation}`, ['aws', service, operation, ...args], { isQuiet: true });

/** The events of the stack, newest first. */
export async function observeEvents(stage: TrialStage): Promise<void> {
  const query = 'StackEvents[].[Timestamp,LogicalResourceId,ResourceType,ResourceStatus,ResourceStatusReason]';
  const args = ['--stack-name', stack, '--max-items', '200', '--query', query, '--output', 'text'];
  await ask(stage, ['cloudformation', 'describe-stack-events', ...args]);
}

/** The newest deployment of each of the stack's groups in CodeDeploy, with its hooks. */
export async function observeCodeDeploy(stage: TrialStage): Promise<void> {
  await observeEvents(stage);
  const [application = ''] = await known(stage, 'AWS::CodeDeploy::Application');
  for (const group of await known(stage, 'AWS::CodeDeploy::DeploymentGroup')) {
    const of = ['--application-name', application, '--deployment-group-name', group];
    const list = ['--max-items', '1', '--query', 'deployments', '--output', 'text'];
    const { output } = await ask(stage, ['deploy', 'list-deployments', ...of, ...list]);
    const id = words(output).find((word) => /^d-[A-Z0-9]+$/.test(word));
    if (id !== undefined) await observeDeployment(stage, id);
  }
}

async function observeDeployment(stage: TrialStage, id: string): Promise<void> {
  await ask(stage, ['deploy', 'get-deployment', '--deployment-id', id]);
  const targets = await ask(stage, ['deploy', 'list-deployment-targets', '--deployment-id', id, '--output', 'text']);
  const ids = words(targets.output).filter((word) => word.includes(':'));
  if (targets.exitCode === 0)
    await ask(stage, ['deploy', 'batch-get-deployment-targets', '--deployment-id', id, '--target-ids', ...ids]);
}

const known = (stage: TrialStage, type: string): Promise<string[]> => stage.resources(type).catch(() => []);
