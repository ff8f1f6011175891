import { TemplateError } from '../../template/template-document.ts';
import { templateOf } from './template-file.ts';

export const table = { Type: 'AWS::DynamoDB::GlobalTable' };
export const fn = (Properties: object) => ({ Type: 'AWS::Lambda::Function', Properties });

/** The value that a function's `Value` property resolves to, beside a table `Records` and a role `Role`. */
export const resolved = (Value: unknown, more: object = {}) =>
  templateOf({ Resources: { Records: table, Role: { Type: 'AWS::IAM::Role' }, Fn: fn({ Value }) }, ...more }).get('Fn')
    .properties.Value;

/** The template error that `act` throws. */
export function failure(act: () => unknown): TemplateError {
  try {
    act();
  } catch (error) {
    if (error instanceof TemplateError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}
