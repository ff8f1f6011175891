import { expect } from '@jest/globals';
import { type ProblemCode, problemKind, problemType } from '../../../lambda/control-plane/problems.ts';
import type { Answer } from './api.ts';

/** Expects a response with this problem and these members. */
export function expectProblem(answer: Answer, code: ProblemCode, members: Record<string, unknown> = {}): void {
  const { status, title } = problemKind(code);
  expect(answer.body).toMatchObject({ type: problemType(code), status, title, ...members });
  expect(answer.status).toBe(status);
  expect(answer.headers['content-type']).toBe('application/problem+json');
}
