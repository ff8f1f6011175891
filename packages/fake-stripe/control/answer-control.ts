import * as v from 'valibot';
import { FakeStripeError, refused } from '../errors.ts';
import type { ApiRequest, HttpAnswer } from '../http/stripe-api.ts';
import { redirect } from '../pages/page-answer.ts';
import { showControls } from './control-page.ts';
import type { ControlTarget } from './control-target.ts';
import { controls } from './controls.ts';

/** Answers a request under `/_control`: JSON with JSON, a browser with a page. */
export function answerControl(target: ControlTarget, request: ApiRequest): HttpAnswer {
  const { method, target: path, headers, body } = request;
  const isForPeople = headers.get('accept')?.includes('text/html') ?? false;
  if (isForPeople && method === 'GET' && path === '/_control') return showControls(target);
  const control = controls.get(`${method} ${path}`);
  if (control === undefined) return json(404, { message: `There is only: ${[...controls.keys()].join(', ')}.` });
  try {
    if (method === 'POST' && isOwnForm(headers)) {
      control(target, readFields(body));
      return redirect('/_control');
    }
    // A page of another site cannot send this type without asking first.
    if (method === 'POST' && !hasType(headers, 'application/json')) throw refused('Send JSON, as application/json.');
    return json(200, control(target, body === '' ? {} : JSON.parse(body)));
  } catch (error) {
    return refusal(error);
  }
}

const hasType = (headers: Headers, type: string): boolean => headers.get('content-type')?.startsWith(type) ?? false;

/** Whether the page of the controls sent it, and not one of another site. */
const isOwnForm = (headers: Headers): boolean =>
  hasType(headers, 'application/x-www-form-urlencoded') && headers.get('origin') === `http://${headers.get('host')}`;

/** Numbers are all that looks like one. */
const readFields = (body: string): object =>
  Object.fromEntries(
    Array.from(new URLSearchParams(body), ([name, value]) => [
      name,
      /^\d+(\.\d+)?$/.test(value) ? Number(value) : value,
    ]),
  );

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
