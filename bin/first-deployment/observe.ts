import { stack, type TrialStage } from './stage.ts';

// What happened, for the file. It is no part of a step, so it never fails one.

export const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

const ask = ({ transcript }: TrialStage, [service = '', operation = '', ...args]: readonly string[]) =>
  transcript.run(`aws ${service} ${operation}`, ['aws', service, operation, ...args], { isQuiet: true });

/** The events of the stack, newest first. */
export async function observeEvents(stage: TrialStage): Promise<void> {
  const query = 'StackEvents[].[Timestamp,LogicalResourceId,ResourceType,ResourceStatus,ResourceStatusReason]';
  const args = ['--stack-name', stack, '--max-items', '200', '--query', query, '--output', 'text'];
  await ask(stage, ['cloudformation', 'describe-stack-events', ...args]);
}

/** The newest deployments of CodeDeploy, as many as a release of all functions has, with their hooks. */
export async function observeCodeDeploy(stage: TrialStage): Promise<void> {
  await observeEvents(stage);
  const list = ['--max-items', '9', '--query', 'deployments', '--output', 'text'];
  const { output } = await ask(stage, ['deploy', 'list-deployments', ...list]);
  for (const id of words(output).filter((word) => /^d-[A-Z0-9]+$/.test(word))) {
    await ask(stage, ['deploy', 'get-deployment', '--deployment-id', id]);
    const targets = await ask(stage, ['deploy', 'list-deployment-targets', '--deployment-id', id, '--output', 'text']);
    const ids = words(targets.output).filter((word) => word.includes(':'));
    if (targets.exitCode === 0)
      await ask(stage, ['deploy', 'batch-get-deployment-targets', '--deployment-id', id, '--target-ids', ...ids]);
  }
}
