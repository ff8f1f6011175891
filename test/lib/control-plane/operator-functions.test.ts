import { describe, expect, test } from '@jest/globals';
import { Template } from 'aws-cdk-lib/assertions';
import { functionCommands, readingCommands } from '../../../bin/operator/function/function-commands.ts';
import { operatorEnvironment } from '../../../src/environment.ts';
import { readEnvironment } from '../../../src/read-environment.ts';
import { documentedActions } from '../../bin/operator/documented-actions.ts';
import { deployedVariablesOf, grantsOf } from '../functions/function-properties.ts';
import { billing, propertiesOf, stackOf, templateOf } from '../synthesis.ts';

const without = stackOf('prod');
const stack = stackOf('prod', { settings: { operatorFunction: true } });
const template = Template.fromStack(stack);
const withBilling = templateOf('prod', { settings: { operatorFunction: true, billing } });

const constructs = { all: 'OperatorAll', reads: 'OperatorReads' } as const;

/** The grants besides the log's, as docs/cli.md names them: `Directory: GetItem`. */
const granted = (construct: string, of = template): string[] =>
  grantsOf(of, construct)
    .map(([action, resource]) => {
      const [service = '', name = ''] = String(action).split(':');
      const place = /Tables(Directory|Admissions|Records|Usage)/.exec(JSON.stringify(resource))?.[1];
      const labels: Record<string, string> = { dynamodb: place ?? '', 'cognito-idp': 'User pool' };
      return `${labels[service] ?? service}: ${name}`;
    })
    .filter((grant) => !grant.startsWith('logs: '));

/** From the text below the table: an address in place of an id, subscriptions, and users without a password. */
const forAddresses = ['User pool: AdminGetUser', 'Directory: Scan', 'Directory: Query'];
const forUsers = ['User pool: AdminSetUserPassword'];

function documented(commands: Iterable<string>): string[] {
  const actions = [...commands].flatMap((name) => documentedActions.get(name) ?? ['not documented']);
  return actions.filter((action) => action !== 'none: ');
}

describe('the operator’s functions', () => {
  test('are not there by default', () => {
    expect(Object.keys(without.sluice.functions).filter((name) => name.startsWith('operator'))).toEqual([]);
  });

  test('have the names that policies and scripts use, as outputs too', () => {
    const functions = propertiesOf(template, 'AWS::Lambda::Function', 'Operator');
    expect(Object.values(functions).map(({ FunctionName }) => FunctionName)).toEqual(
      expect.arrayContaining(['sluice-prod-operator', 'sluice-prod-operator-reads']),
    );
    expect(Object.keys(template.toJSON().Outputs)).toEqual(
      expect.arrayContaining(['OperatorFunction', 'OperatorReadsFunction']),
    );
    expect(Object.keys(stack.sluice.functions)).toEqual(expect.arrayContaining(['operator', 'operator-reads']));
  });

  test('may be invoked by nobody whom IAM does not allow it', () => {
    const permissions = JSON.stringify(propertiesOf(template, 'AWS::Lambda::Permission'));
    expect(permissions).toContain('DataPlaneProxyFunction');
    expect(permissions).not.toContain('Operator');
  });

  test('that only reads: its role has the actions of the reading commands, and none that writes', () => {
    const grants = granted(constructs.reads);
    expect(grants.toSorted()).toEqual([...new Set([...documented(readingCommands), ...forAddresses])].toSorted());
    expect(grants.filter((grant) => /Put|Update|Delete|Create|Set|SignOut|secretsmanager/.test(grant))).toEqual([]);
    expect(granted(constructs.reads, withBilling)).toEqual(grants);
  });

  test('that runs all: its role has the actions of its commands, and no other', () => {
    const actions = [...documented(Object.keys(functionCommands)), ...forAddresses, ...forUsers];
    expect(granted(constructs.all).toSorted()).toEqual([...new Set(actions)].toSorted());
    expect(granted(constructs.all, withBilling).filter((grant) => grant.startsWith('secretsmanager'))).toEqual([
      'secretsmanager: GetSecretValue',
    ]);
  });

  test.each([
    [constructs.all, 'off'],
    [constructs.reads, 'on'],
  ])('%s: its variables are complete', (construct, readOnly) => {
    const variables = deployedVariablesOf(withBilling, construct);
    expect(variables.READ_ONLY).toBe(readOnly);
    expect(() => readEnvironment(operatorEnvironment, variables)).not.toThrow();
  });

  test('add six resources', () => {
    const count = (of: Template) => Object.keys(of.toJSON().Resources).length;
    expect(count(template) - count(Template.fromStack(without))).toBe(6);
  });
});
