import { describe, expect, test } from '@jest/globals';
import { RemovalPolicy } from 'aws-cdk-lib';
import { stageNamed } from '../../../lib/instance/stage.ts';
import { ConfigurationError } from '../../../lib/settings/configuration-error.ts';

describe('the stage', () => {
  test('prod keeps its data when the stack is deleted', () => {
    const prod = stageNamed('prod');
    expect(prod.deletionProtection).toBe(true);
    expect(prod.removalPolicy).toBe(RemovalPolicy.RETAIN);
  });

  test('dev can be deleted and leaves nothing behind', () => {
    const dev = stageNamed('dev');
    expect(dev.deletionProtection).toBe(false);
    expect(dev.removalPolicy).toBe(RemovalPolicy.DESTROY);
  });

  test('prod must name its account, and dev need not', () => {
    expect([stageNamed('prod').namesItsAccount, stageNamed('dev').namesItsAccount]).toEqual([true, false]);
  });

  test.each(['dev', 'prod'])('%s forwards reads while they are admitted', (name) => {
    expect(stageNamed(name).overlapReads).toBe(true);
  });

  test('prod logs no debugging events', () => {
    expect(stageNamed('prod').logLevel).toBe('info');
  });

  test.each(['staging', 'PROD', '', 1, null, undefined, {}])('%j is refused with the valid names', (name) => {
    const attempt = () => stageNamed(name);
    expect(attempt).toThrow(ConfigurationError);
    expect(attempt).toThrow('use dev or prod');
  });
});
