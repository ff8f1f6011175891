import { maxAnswerBytes } from '../../../src/http/http-exchange.ts';
import type { OperatorAnswer } from '../../../src/operator-function/function-event.ts';
import { exitCodes } from '../../command-errors.ts';

/** An answer that Lambda would lose becomes one that says what to do. Only commands that read have such long ones. */
export function withinLambdasLimit(answer: OperatorAnswer): OperatorAnswer {
  const bytes = Buffer.byteLength(JSON.stringify(answer));
  if (bytes <= maxAnswerBytes) return answer;
  const err =
    `The answer has ${(bytes / 1e6).toFixed(1)} MB, and Lambda returns 6 MB. Ask for less: --limit for a page, ` +
    '--account for one account.\n';
  return { exitCode: exitCodes.refused, out: '', err };
}
