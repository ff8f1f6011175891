import { afterEach, expect, test } from '@jest/globals';
import { type Functions, startFunctions } from '../../functions/functions.ts';
import { UnsupportedResourceError } from '../../resource-properties.ts';
import { arnOf, functionResource, templateOf } from './function-code.ts';

let functions: Functions | undefined;
afterEach(() => functions?.stop());

const qualified = (type: string, qualifier: string, properties: object) => ({
  logicalId: qualifier,
  type,
  properties: { FunctionName: 'One', ...properties },
  metadata: {},
  ref: `${arnOf('One')}:${qualifier}`,
  attributes: {},
});
const version = qualified('AWS::Lambda::Version', '1', {});
const alias = (changes: object = {}) =>
  qualified('AWS::Lambda::Alias', 'live', { FunctionVersion: '1', Name: 'live', ...changes });

async function start(changes: object = {}) {
  functions = await startFunctions({
    template: templateOf([
      functionResource('One', 'export const handler = async () => 1;'),
      functionResource('Two', 'export const handler = async () => 2;'),
      version,
      alias(changes),
    ]),
    accessOf: () => ({ region: 'us-east-1', accessKeyId: 'x', secretAccessKey: 'x', endpoints: {} }),
    onLog: () => {},
  });
  return functions;
}

test('a function is invoked by a version or an alias of it as well as by itself', async () => {
  const { invoke, find } = await start();
  for (const name of [arnOf('One'), `${arnOf('One')}:1`, `${arnOf('One')}:live`, 'One:live']) {
    expect(await invoke(name, '{}')).toEqual({ ok: true, payload: '1' });
  }
  expect(find('One:live')).toMatchObject({ arn: `${arnOf('One')}:live`, definition: { name: 'One' } });
});

test('a version or an alias that the template does not have is not invoked', async () => {
  const { invoke } = await start();
  for (const name of [`${arnOf('One')}:2`, `${arnOf('Two')}:live`]) {
    await expect(invoke(name, '{}')).rejects.toMatchObject({ code: 'unknown_function' });
  }
});

test('an alias that shares traffic out between versions is refused', async () => {
  await expect(start({ RoutingConfig: {} })).rejects.toThrow(UnsupportedResourceError);
});
