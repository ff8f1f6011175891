import { expect, test } from '@jest/globals';
import { mayInvoke, readPermissions } from '../../functions/invoke-permissions.ts';
import { templateWith } from '../template/template-file.ts';

const rule = 'arn:aws:events:eu-central-1:123456789012:rule/Rule';
const functionArn = 'arn:aws:lambda:eu-central-1:123456789012:function:Watch';

/** Whether a permission with these changes lets the rule invoke the target. */
function allows(changes: object, target = functionArn): boolean {
  const Properties = {
    Action: 'lambda:InvokeFunction',
    FunctionName: functionArn,
    Principal: 'events.amazonaws.com',
    SourceArn: rule,
    ...changes,
  };
  const template = templateWith({ Permission: { Type: 'AWS::Lambda::Permission', Properties } });
  return mayInvoke(readPermissions(template, 'events.amazonaws.com'), target, rule);
}

const alias = `${functionArn}:live`;

test.each([
  ['of the function by its ARN', {}, functionArn],
  ['of the function by its name', { FunctionName: 'Watch' }, functionArn],
  ['of the alias', { FunctionName: alias }, alias],
  ['for every rule', { SourceArn: rule.replace(/Rule$/, '*') }, functionArn],
  ['without a source', { SourceArn: { Ref: 'AWS::NoValue' } }, functionArn],
])('a permission %s is enough', (_case, changes, target) => {
  expect(allows(changes, target)).toBe(true);
});

test.each([
  ['another rule', { SourceArn: `${rule}2` }, functionArn],
  ['another service', { Principal: 'apigateway.amazonaws.com' }, functionArn],
  ['another action', { Action: 'lambda:GetFunction' }, functionArn],
  ['another function', { FunctionName: 'Other' }, functionArn],
  ['the alias of a target that is the function', { FunctionName: alias }, functionArn],
  ['the function of a target that is its alias', {}, alias],
])('a permission for %s is not', (_case, changes, target) => {
  expect(allows(changes, target)).toBe(false);
});
