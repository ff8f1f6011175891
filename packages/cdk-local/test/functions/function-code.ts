import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FunctionDefinition } from '../../functions/function-definition.ts';
import type { Resource, Template } from '../../template/template.ts';

/** A new folder that holds one module. */
export function folderWith(source: string, file = 'index.mjs'): string {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-function-'));
  writeFileSync(join(folder, file), source);
  return folder;
}

export function definitionOf(source: string, changes: Partial<FunctionDefinition> = {}): FunctionDefinition {
  return {
    name: 'Echo',
    arn: 'arn:aws:lambda:us-east-1:000000000000:function:Echo',
    roleArn: 'arn:aws:iam::000000000000:role/EchoRole',
    folder: folderWith(source),
    handler: 'index.handler',
    runtime: 'nodejs24.x',
    memoryMegabytes: 128,
    timeoutSeconds: 3,
    logGroupName: '/aws/lambda/Echo',
    variables: {},
    ...changes,
  };
}

/** The resource of a function whose code is the given module. */
export function functionResource(name: string, source: string, properties: Record<string, unknown> = {}): Resource {
  return {
    logicalId: name,
    type: 'AWS::Lambda::Function',
    properties: {
      Code: { S3Bucket: 'assets', S3Key: 'code.zip' },
      Handler: 'index.handler',
      Runtime: 'nodejs24.x',
      Role: `arn:aws:iam::000000000000:role/${name}Role`,
      ...properties,
    },
    metadata: { 'aws:asset:path': folderWith(source) },
    ref: name,
    attributes: { Arn: arnOf(name) },
  };
}

export const arnOf = (name: string): string => `arn:aws:lambda:us-east-1:000000000000:function:${name}`;

export function templateOf(resources: readonly Resource[]): Template {
  return {
    resources,
    ofType: (type) => resources.filter((resource) => resource.type === type),
    get: (logicalId) => {
      const found = resources.find((resource) => resource.logicalId === logicalId);
      if (!found) throw new Error(`no resource ${logicalId}`);
      return found;
    },
    outputs: {},
    folder: '/',
  };
}
