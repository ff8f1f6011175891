import { expect } from '@jest/globals';
import { type ProblemCode, problemKind } from '../../src/management-api/problems.ts';
import type { ApiAnswer } from './api.ts';

/** Expects a response with this problem and these members. */
export function expectProblem(answer: ApiAnswer, code: ProblemCode, members: Record<string, unknown> = {}): void {
  const { status, title } = problemKind(code);
  expect(answer.body).toMatchObject({ code, status, title, ...members });
  expect(answer.status).toBe(status);
  expect(answer.headers['content-type']).toBe('application/problem+json');
}
