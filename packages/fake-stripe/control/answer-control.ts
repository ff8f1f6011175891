import * as v from 'valibot';
import { FakeStripeError } from '../errors.ts';
import type { ApiRequest, HttpAnswer } from '../http/stripe-api.ts';
import type { ControlTarget } from './control-target.ts';
import { controls } from './controls.ts';

/** Answers a request under `/_control`: JSON in, JSON out. */
export function answerControl(target: ControlTarget, { method, target: path, headers, body }: ApiRequest): HttpAnswer {
  const control = controls.get(`${method} ${path}`);
  if (control === undefined) return json(404, { message: `There is only: ${[...controls.keys()].join(', ')}.` });
  // A page of another site cannot send this type without asking first.
  if (method === 'POST' && !headers.get('content-type')?.startsWith('application/json')) {
    return json(415, { message: 'Send JSON, with the content type application/json.' });
  }
  try {
    return json(200, control(target, body === '' ? {} : JSON.parse(body)));
  } catch (error) {
    return refusal(error);
  }
}

function refusal(error: unknown): HttpAnswer {
  if (error instanceof SyntaxError) return json(400, { message: 'The body is not JSON.' });
  if (error instanceof FakeStripeError) return json(error.status, { message: error.message });
  if (!(error instanceof v.ValiError)) throw error;
  const [issue] = error.issues;
  return json(400, { message: `${v.getDotPath(issue) ?? 'The body'}: ${issue.message}` });
}

const json = (status: number, body: object): HttpAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
