import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { loadTemplate } from '../../template/template.ts';
import { testLocation } from './template-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'sluice-nested-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function withNested(type: string, Metadata: object = { 'aws:asset:path': 'nested.json' }) {
  const Properties = { TemplateURL: 'https://example.com/nested.json', Parameters: { topic: { Ref: 'Topic' } } };
  const Resources = {
    Topic: { Type: 'AWS::SNS::Topic' },
    Nested: { Type: 'AWS::CloudFormation::Stack', Properties, Metadata },
  };
  writeFileSync(join(folder, 'nested.json'), JSON.stringify({ Resources: { One: { Type: type } } }));
  writeFileSync(join(folder, 'template.json'), JSON.stringify({ Resources }));
  return () => loadTemplate(join(folder, 'template.json'), testLocation);
}

test('a nested stack with alarms only has no local effect', () => {
  expect(withNested('AWS::CloudWatch::Alarm')().get('Nested').type).toBe('AWS::CloudFormation::Stack');
});

test.each([
  ['with something to serve', withNested, 'AWS::Lambda::Function', undefined, /not served, .* AWS::Lambda::Function/],
  ['without its template', withNested, 'AWS::CloudWatch::Alarm', {}, /not in the assembly/],
])('a nested stack %s is refused, by its name', (_, make, type, metadata, message) => {
  expect(make(type, metadata)).toThrow(
    expect.objectContaining({ code: 'unknown_resource_type', message: expect.stringMatching(message) }),
  );
  expect(make(type, metadata)).toThrow(/Resources\.Nested/);
});
