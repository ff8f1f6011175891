import { expect, test } from '@jest/globals';
import { reportResult } from '../../../lambda/release/report-result.ts';
import { codeDeploy, createAwsClient } from '../../../src/aws/aws-services.ts';
import { type HttpAnswer, type HttpRequest, NoAnswerError } from '../../../src/http/http-exchange.ts';

const environment = { AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };
const result = { deploymentId: 'd-1', lifecycleEventHookExecutionId: 'hook', status: 'Succeeded' } as const;

const answer = (status: number, body: object): HttpAnswer => ({
  status,
  headers: {},
  body: Buffer.from(JSON.stringify(body)),
});

type Answers = (tryNumber: number, request: HttpRequest) => HttpAnswer;

/** Reports to a CodeDeploy that answers so, and returns the reports that it got. */
async function reports(answers: Answers): Promise<unknown[]> {
  const received: unknown[] = [];
  const exchange = async (request: HttpRequest) => {
    received.push(JSON.parse(String(request.body)));
    return answers(received.length, request);
  };
  const options = { exchange, clock: () => 0, pause: () => Promise.resolve() };
  await reportResult(createAwsClient(codeDeploy, environment, options), result);
  return received;
}

/** What CodeDeploy answers to the first report of a hook and to others. */
const codeDeployAnswer = (tryNumber: number): HttpAnswer =>
  tryNumber === 1
    ? answer(200, { lifecycleEventHookExecutionId: 'hook' })
    : answer(400, { __type: 'LifecycleEventAlreadyCompletedException', message: 'already completed' });

test('a CodeDeploy that takes nine seconds gets one report', async () => {
  const slow: Answers = (tryNumber, { timeoutMs }) => {
    if (timeoutMs < 9_000) throw new NoAnswerError('timeout');
    return codeDeployAnswer(tryNumber);
  };
  expect(await reports(slow)).toEqual([result]);
});

test('if the answer is lost, the report is repeated, and CodeDeploy’s refusal of it is a success', async () => {
  const lossy: Answers = (tryNumber) => {
    if (tryNumber === 1) throw new NoAnswerError('unreachable');
    return codeDeployAnswer(tryNumber);
  };
  expect(await reports(lossy)).toEqual([result, result]);
});

test('every other refusal fails the function', async () => {
  const refused = reports(() => answer(400, { __type: 'InvalidDeploymentIdException', message: 'no such deployment' }));
  await expect(refused).rejects.toMatchObject({ name: 'InvalidDeploymentIdException' });
});
