import { expect, test } from '@jest/globals';
import type { Template } from 'aws-cdk-lib/assertions';
import * as v from 'valibot';
import { lostByUpgrade } from '../../upgrade/templates/kept-resources.ts';
import { type TemplateJson, templateSchema } from '../../upgrade/templates/template-changes.ts';
import { templateOf, upstreams } from '../synthesis.ts';
import { inVpc } from './vpc-stack.ts';

const json = (template: Template): TemplateJson => v.parse(templateSchema, template.toJSON());
const outside = json(templateOf('prod'));
const inside = json(templateOf('prod', inVpc()));
const leaving = json(templateOf('prod', inVpc({ leaving: true }, upstreams)));
const logsOfEndpointWatch = /^EndpointWatchLogs\w+ \(AWS::Logs::LogGroup/;

test('the way into a VPC replaces no table, pool, API or address', () => {
  expect(lostByUpgrade(outside, inside)).toEqual([]);
});

test('the way out of it loses the log of endpoint-watch first, and the output of the group last', () => {
  expect(lostByUpgrade(inside, leaving)).toEqual([expect.stringMatching(logsOfEndpointWatch)]);
  expect(lostByUpgrade(leaving, outside)).toEqual([expect.stringContaining('The output SecurityGroupId is removed.')]);
});

test('without the first step, nothing more is lost', () => {
  expect(lostByUpgrade(inside, outside)).toEqual([
    expect.stringMatching(logsOfEndpointWatch),
    expect.stringContaining('The output SecurityGroupId is removed.'),
  ]);
});
