import { createInterface } from 'node:readline/promises';
import { RefusedCommandError } from './command-errors.ts';

type Question = {
  readonly question: string;
  readonly expected: string;
  /** What an answer that is not the expected one means. */
  readonly refusal: string;
  readonly input: NodeJS.ReadableStream;
  readonly warn: (text: string) => void;
};

/** @throws {RefusedCommandError} unless the next line of the input is the expected answer */
export async function confirm({ question, expected, refusal, input, warn }: Question): Promise<void> {
  warn(question);
  const lines = createInterface({ input });
  const { value } = await lines[Symbol.asyncIterator]().next();
  lines.close();
  if (String(value ?? '').trim() !== expected) throw new RefusedCommandError(refusal);
}
