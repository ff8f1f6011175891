import { afterEach, describe, expect, test } from '@jest/globals';
import { type Functions, startFunctions, UnknownFunctionError } from '../../functions/functions.ts';
import { arnOf, functionResource, templateOf } from './function-code.ts';

let functions: Functions | undefined;

afterEach(async () => {
  await functions?.stop();
});

async function start(sources: Record<string, string>) {
  const lines: string[][] = [];
  functions = await startFunctions({
    template: templateOf(Object.entries(sources).map(([name, source]) => functionResource(name, source))),
    accessOf: ({ roleArn }) => ({ region: 'us-east-1', accessKeyId: roleArn, secretAccessKey: 'x', endpoints: {} }),
    onLog: (...line) => lines.push(line),
  });
  return { functions, lines };
}

describe('the functions of a template', () => {
  test('are loaded with their first event, and each is invoked by its ARN', async () => {
    const { functions, lines } = await start({
      One: 'console.log("loaded one"); export const handler = async () => 1;',
      Two: 'console.log("loaded two"); export const handler = async () => 2;',
    });
    expect(await functions.invoke(arnOf('Two'), '{}')).toEqual({ ok: true, payload: '2' });
    expect(lines).toEqual([['Two', 'loaded two']]);
  });

  test('sign with the credentials of their own role', async () => {
    const { functions } = await start({ One: 'export const handler = async () => process.env.AWS_ACCESS_KEY_ID;' });
    const payload = '"arn:aws:iam::000000000000:role/OneRole"';
    expect(await functions.invoke(arnOf('One'), '{}')).toEqual({ ok: true, payload });
  });

  test('that cannot be loaded do not keep the others from starting', async () => {
    const { functions } = await start({ Bad: 'throw new Error("no")', Good: 'export const handler = async () => 1;' });
    expect((await functions.invoke(arnOf('Bad'), '{}')).ok).toBe(false);
    expect((await functions.invoke(arnOf('Good'), '{}')).ok).toBe(true);
  });

  test.each([
    ['no module', { Handler: 'other.handler' }, 'Runtime.ImportModuleError'],
    ['no such export', { Handler: 'index.other' }, 'Runtime.HandlerNotFound'],
  ])('with %s answer as on AWS', async (_case, properties, errorType) => {
    functions = await startFunctions({
      template: templateOf([functionResource('One', 'export const handler = 1;', properties)]),
      accessOf: () => ({ region: 'us-east-1', accessKeyId: 'x', secretAccessKey: 'x', endpoints: {} }),
      onLog: () => {},
    });
    expect(await functions.invoke(arnOf('One'), '{}')).toMatchObject({ error: { errorType } });
  });

  test('with a callback are refused, as by nodejs24.x', async () => {
    const { functions } = await start({ Old: 'export const handler = (event, context, callback) => callback();' });
    expect(await functions.invoke(arnOf('Old'), '{}')).toMatchObject({
      error: { errorType: 'Runtime.CallbackHandlerDeprecated' },
    });
  });

  test('do not run where they are there for a custom resource, whatever they are written in', async () => {
    const python = { Runtime: 'python3.13', Layers: ['layer'] };
    const custom = { ...functionResource('Copier', 'no JavaScript', python), type: 'AWS::Lambda::Function' };
    const resource = {
      ...custom,
      logicalId: 'Files',
      type: 'Custom::CDKBucketDeployment',
      properties: { ServiceToken: arnOf('Copier') },
    };
    functions = await startFunctions({
      template: templateOf([custom, resource, functionResource('Own', 'export const handler = async () => 1;')]),
      accessOf: () => ({ region: 'us-east-1', accessKeyId: 'x', secretAccessKey: 'x', endpoints: {} }),
      onLog: () => {},
    });
    expect(functions.definitions.map(({ name }) => name)).toEqual(['Own']);
  });

  test('are the only ones that can be invoked', async () => {
    const { functions } = await start({});
    await expect(functions.invoke(arnOf('None'), '{}')).rejects.toThrow(UnknownFunctionError);
  });
});
